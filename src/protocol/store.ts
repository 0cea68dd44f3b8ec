import type { PendingQuestion, Question } from './question.ts';
import type { Address, UiResponse } from './turn.ts';

/** A delivery to be kept: one printed message, or one edit of an earlier one. */
export interface NewDelivery {
  deliveryId: string;
  turnId: string;
  channel: string;
  conversation: string;
  /** Deliveries of one lane go out one at a time, in the order in which they were kept. */
  lane: string;
  kind: 'send' | 'edit';
  /** The printed payload, JSON. A retry sends these very bytes. */
  payload: string;
  /** For an edit: the delivery whose message it changes. */
  targetDeliveryId?: string;
  /** Unix milliseconds; not sent any more from then on. */
  expiresAtMs: number;
}

/** A question to be kept with the delivery that carries it, when one does. */
export interface NewQuestion extends Question {
  conversation: string;
  deliveryId?: string;
}

/** An inbound to be kept, and the question it answers. */
export interface Acceptance {
  turnId: string;
  channel: string;
  /** Unique in its channel for as long as the platform may repeat it. */
  dedupeKey: string;
  conversation: string;
  /** The platform's message id, so that an edit finds it while it waits. */
  messageId?: string;
  raw: string;
  receivedAtMs: number;
  /** Claims an open question in the same transaction. `edit` is kept only when the claim is won. */
  claim?: { response: UiResponse; edit?: NewDelivery; whenLost: 'keep_as_message' | 'drop' };
  /** Where this person can be reached later. */
  seat?: { userId: string; address: Address };
  take?: Take;
}

/** What a caller has room to begin at once. */
export interface Take {
  turns: boolean;
  deliveries: boolean;
}

/** What was claimed as it was kept. */
export interface Taken {
  turn?: TurnWork;
  deliveries: readonly DeliveryWork[];
}

export type Accepted =
  | { status: 'accepted'; claimed: boolean; taken: Taken }
  | { status: 'duplicate'; turnId: string }
  /** The claim was lost and the inbound was to be dropped then. Nothing was kept. */
  | { status: 'lost' };

/** A turn that was claimed: its lane is held until `finishTurn` or `releaseTurn`. */
export interface TurnWork {
  turnId: string;
  /** 1 on the first claim; counted durably, before the work begins. */
  attempt: number;
  channel: string;
  conversation: string;
  raw: string;
  receivedAtMs: number;
  response?: UiResponse;
}

/** The end of a turn, in one transaction: the row is done, what it says is kept, its lane is free. */
export interface TurnFinish {
  turnId: string;
  /** `dead` keeps the raw update for a look and a replay. */
  state: 'done' | 'dead';
  reason?: string;
  deliveries: readonly NewDelivery[];
  questions: readonly NewQuestion[];
  take?: Take;
}

/** What became free with the end of an item. */
export interface Freed {
  /** Whether something waits in the lane that is free now. */
  laneWaits: boolean;
}

/** A turn that came by API: it is finished the moment it is kept. */
export interface Push {
  turnId: string;
  conversation: string;
  channel: string;
  /** Absent = every push is new. */
  idempotencyKey?: string;
  /** Tells whether a repeated key carries the same request. */
  fingerprint: string;
  /** What was answered, JSON, given back for a repeated key. */
  response: string;
  deliveries: readonly NewDelivery[];
  questions: readonly NewQuestion[];
  receivedAtMs: number;
  take?: Take;
}

export type Pushed =
  | { status: 'accepted'; taken: Taken }
  | { status: 'duplicate'; response: string; fingerprint: string };

/** A delivery that was claimed: its lane is held until it is settled. */
export interface DeliveryWork {
  deliveryId: string;
  turnId: string;
  channel: string;
  conversation: string;
  lane: string;
  kind: 'send' | 'edit';
  payload: string;
  targetReceipt?: string;
  /** 1 on the first claim. */
  attempt: number;
  expiresAtMs: number;
}

export type Settlement =
  | { state: 'delivered'; receipt?: string }
  | { state: 'dead'; reason: string }
  /** Goes out again, and nothing else of its lane before it, not before `atMs`; with `payload`, in another form. */
  | { state: 'waiting'; atMs: number; reason: string; payload?: string };

export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'dead';

export interface DeliveryRecord {
  deliveryId: string;
  channel: string;
  kind: 'send' | 'edit';
  state: DeliveryState;
  payload: string;
  receipt?: string;
  reason?: string;
}

export interface TurnRecord {
  turnId: string;
  state: 'waiting' | 'running' | 'done' | 'dead';
  /** Why it is dead, or what went wrong in a turn that ended all the same. */
  reason?: string;
  deliveries: readonly DeliveryRecord[];
}

/** Where a person can be reached. */
export interface Seat {
  channel: string;
  conversation: string;
  address: Address;
  lastSeenMs: number;
}

/** A conversation that changed its name, e.g. a Telegram group that became a supergroup. */
export interface ConversationMove {
  from: string;
  to: string;
  fromLane: string;
  toLane: string;
  /** The same waiting payload for the new address. */
  rewrite: (payload: string) => string;
}

export interface StoreCounts {
  waitingTurns: number;
  waitingDeliveries: number;
  deadTurns: number;
  deadDeliveries: number;
}

/**
 * Everything that must survive a crash. A promise that resolves means: it is on the disk.
 *
 * Lanes: `claimTurns` and `claimDeliveries` give at most one item of a lane at a time, the oldest first. With `take`, a
 * write gives what it kept as claimed already, where nothing else waits or runs in its lane; that saves the claim.
 * What a dead process had claimed waits again when the store is opened.
 */
export interface Store {
  /** Keeps an inbound once. Claim and row are one transaction. */
  accept(acceptance: Acceptance): Promise<Accepted>;
  /** Replaces the raw update of a message that still waits and answers nothing. Gives whether one was found. */
  replaceWaiting(message: { channel: string; conversation: string; messageId: string; raw: string }): Promise<boolean>;
  claimTurns(limit: number): Promise<TurnWork[]>;
  finishTurn(finish: TurnFinish): Promise<Freed & { taken: Taken }>;
  /**
   * Puts a claimed turn back to the head of its lane, to be claimed again not before `atMs`. `isUntried`: nothing was
   * begun, so the attempt does not count.
   */
  releaseTurn(release: { turnId: string; atMs: number; isUntried: boolean }): Promise<void>;
  push(push: Push): Promise<Pushed>;
  turn(turnId: string): Promise<TurnRecord | undefined>;

  /** Questions of a conversation that have not expired, newest first, answered ones included. At most 32. */
  questions(conversation: string, nowMs: number): Promise<PendingQuestion[]>;

  claimDeliveries(request: { limit: number; nowMs: number }): Promise<DeliveryWork[]>;
  /**
   * Ends a claimed delivery, or lets it wait. With `takeNext`, an end gives the next delivery of its lane as claimed, so
   * that a lane with a backlog needs no claim for each.
   */
  settle(deliveryId: string, settlement: Settlement, takeNext?: boolean): Promise<Freed & { next?: DeliveryWork }>;

  /** The name a conversation has today. */
  currentName(conversation: string): Promise<string>;
  /** Every name the conversation ever had, today's first. */
  namesOf(conversation: string): Promise<string[]>;
  move(move: ConversationMove): Promise<void>;
  /** Private conversations of a person, latest first. */
  seats(userId: string): Promise<Seat[]>;

  counts(): Promise<StoreCounts>;
  /** Deletes what its retention has passed: answered dedupe keys, delivered messages, expired questions. Gives the rows deleted. */
  sweep(nowMs: number): Promise<number>;
  close(): Promise<void>;
}
