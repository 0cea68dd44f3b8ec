import type { BlobStore } from './blob-store.ts';
import type { ChannelMemory } from './channel-memory.ts';
import type { DeadPage } from './dead-item.ts';
import type {
  ClaimedDeliveries,
  DeliveryClaim,
  DeliveryRecord,
  DeliveryWork,
  NewDelivery,
  Settlement,
} from './kept-delivery.ts';
import type { Rate } from './pace.ts';
import type { PersonExport, PersonKey, Seat } from './person-data.ts';
import type { PendingQuestion, Question } from './question.ts';
import type { RenderStatuses } from './render-status.ts';
import type { Address, UiResponse } from './turn.ts';
import type { LogEntry, TurnLog } from './turn-log.ts';
import type { TurnState } from './turn-state.ts';

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
  /** Who said it, as the channel names them; for the export and the erasure of what is held about a person. */
  personId?: string;
  /**
   * Most turns that may be open (waiting or running) in the conversation, this one included. When there are as many,
   * nothing is kept. Those that joined another one are not counted, and one that ends as it is kept always fits.
   */
  maxOpen?: number;
  /** Limits that this inbound counts against, by the name of the bucket. When one is used up, nothing is kept and none is counted. */
  limits?: readonly { bucket: string; rate: Rate }[];
  /** Ends it as it is kept: no agent sees it, and what is said about it goes out. `dead` keeps the raw update. */
  ending?: { state: 'done' | 'dead'; reason: string; deliveries: readonly NewDelivery[] };
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

/** Looked at in this order: a duplicate is one whatever the limits say, and a lost claim counts against no limit. */
export type Accepted =
  | { status: 'accepted'; claimed: boolean; taken: Taken }
  | { status: 'duplicate'; turnId: string }
  /** As many turns as may be are open in the conversation. Nothing was kept. */
  | { status: 'full' }
  /** A limit is used up; of several, the one that takes longest. Nothing was kept. */
  | { status: 'limited'; bucket: string; retryAfterMs: number }
  /** The claim was lost and the inbound was to be dropped then. Nothing was kept. */
  | { status: 'lost' };

/** A turn that was claimed: its lane is held until `finishTurn` or `releaseTurn`. */
export interface TurnWork {
  turnId: string;
  /** Fences the claim: whoever ends the turn shows it, and it is another one with every claim. */
  epoch: number;
  /** 1 on the first claim; counted durably, before the work begins. */
  attempt: number;
  channel: string;
  conversation: string;
  raw: string;
  receivedAtMs: number;
  /** How often the conversation began anew before the turn was kept. */
  generation: number;
  response?: UiResponse;
}

/** A turn that runs with the one before it. `raw` is its update as it was kept. */
export interface JoinedTurn {
  turnId: string;
  raw: string;
}

/** The end of a turn, in one transaction: the row is done, what it says is kept, its lane is free. */
export interface TurnFinish {
  turnId: string;
  epoch: number;
  /** `dead` keeps the raw update for a look and a replay. */
  state: 'done' | 'dead';
  reason?: string;
  deliveries: readonly NewDelivery[];
  questions: readonly NewQuestion[];
  /** The end of its log, of what was not yet kept; not kept when it `isStopped`. Absent where its channel keeps no log. */
  log?: LogEntry;
  take?: Take;
}

/** What became free with the end of an item. */
export interface Freed {
  /** Whether something waits in the lane that is free now. */
  laneWaits: boolean;
}

/** What became of a turn that was to end. */
export interface FinishedTurn extends Freed {
  taken: Taken;
  /** Somebody had asked to stop it: it ended as `stopped`, and of what it says nothing was kept. */
  isStopped?: boolean;
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
  /** What is said in it, whole. Absent where nothing of it is kept. */
  log?: LogEntry;
  receivedAtMs: number;
  take?: Take;
}

export type Pushed =
  | { status: 'accepted'; taken: Taken }
  | { status: 'duplicate'; response: string; fingerprint: string };

export interface TurnRecord {
  turnId: string;
  state: TurnState;
  /** Why it is dead, or what went wrong in a turn that ended all the same. */
  reason?: string;
  /** The turn that it was joined to, and whose answer is its own, too. */
  joinedTo?: string;
  deliveries: readonly DeliveryRecord[];
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
  scheduledDeliveries: number;
  deadTurns: number;
  deadDeliveries: number;
  /** Unix milliseconds; when the oldest turn that is open was received. Absent = none is open. */
  oldestOpenTurnMs?: number;
}

/** Who asks, in a conversation of several people; without an id, somebody who is nobody in particular. */
export interface Asker {
  personId?: string;
}

/** What ended in a conversation because somebody asked for it. */
export interface Stopped {
  /** The turn that runs; its process is told. It ends as `stopped`, also when its process dies before it does. */
  running?: string;
  /** Waiting turns that were ended, as done with the reason `stopped`. */
  waitingEnded: number;
  /** The raw updates of them all, oldest first: those that run, that were ended, and that had joined one of them. */
  raws: string[];
}

/** What a store tells the process that opened it. */
export interface StoreListener {
  /**
   * Something may be claimable, now or after a wait, of which no answer to this process told: another process kept it,
   * a limit or its time held it back as it was kept, or it waits again.
   */
  onWork(): void;
  /** Somebody asked to stop a turn that this process runs. */
  onStopAsked(turnId: string): void;
  /** Another process added to the logs of these turns. It may get lost. */
  onLogged?(turnIds: readonly string[]): void;
  /** Somebody reads these turns in another process. */
  onReading?(turnIds: readonly string[]): void;
}

/**
 * Everything that must survive a crash. A promise that resolves means: it is on the disk.
 *
 * Lanes: `claimTurns` and `claimDeliveries` give at most one item of a lane at a time, the oldest first. With `take`, a
 * write gives what it kept as claimed already, where nothing else waits or runs in its lane; that saves the claim.
 *
 * Claims: what a dead process had claimed waits again, under another epoch. Ending something under an old epoch, or
 * something that was stopped or erased meanwhile, rejects with `claim_lost`: nothing of it was kept.
 *
 * Pace: a delivery is given out only when its policy allows it, taken ones included. One that has expired counts against
 * no limit, since it is not sent. A later edit of a message replaces an earlier one that still waits. Clocks may be set
 * back: nothing is held longer than its hold plus a minute for that.
 */
export interface Store {
  /** At most one listener; called after the commit, never during a call. */
  listen(listener: StoreListener): void;
  /** Keeps an inbound once. Claim and row are one transaction. */
  accept(acceptance: Acceptance): Promise<Accepted>;
  /** Replaces the raw update of a message that still waits and answers nothing. Gives whether one was found. */
  replaceWaiting(message: { channel: string; conversation: string; messageId: string; raw: string }): Promise<boolean>;
  claimTurns(limit: number): Promise<TurnWork[]>;
  /** A turn that was asked to stop says only what it says with the reason `stopped`; any other end of it is `isStopped`. */
  finishTurn(finish: TurnFinish): Promise<FinishedTurn>;
  /**
   * Puts a claimed turn back to the head of its lane, to be claimed again not before `atMs`. `isUntried`: nothing was
   * begun, so the attempt does not count.
   */
  releaseTurn(release: { turnId: string; epoch: number; atMs: number; isUntried: boolean }): Promise<void>;
  /**
   * Joins to a running turn the messages that wait behind it, up to the first one that answers a question or that another
   * person said, and gives them in order. They run with it and end as it ends. Asked again for the same turn,
   * e.g. after a crash, it gives those that it gave before, and what waits now.
   */
  joinWaiting(claim: { turnId: string; epoch: number }): Promise<JoinedTurn[]>;
  /**
   * Asks for the end of what a conversation does: the running turn's process is told, the waiting turns are ended. With
   * `by`, only of what this person said, and of what nobody in particular said.
   */
  stopTurns(conversation: string, by?: Asker): Promise<Stopped>;
  /**
   * The same, and the conversation begins anew: its questions are closed, and later turns have the next generation. With
   * `by`, only if nothing open is another person's and, where nothing is open, nobody else spoke last; if not, nothing
   * is done and nothing given.
   */
  resetConversation(conversation: string, by?: Asker): Promise<Stopped | undefined>;
  push(push: Push): Promise<Pushed>;
  /**
   * Deletes the deliveries of a turn that still wait for their time, with the questions that they carry. Gives how many
   * deliveries there were.
   */
  cancelScheduled(turnId: string): Promise<number>;
  turn(turnId: string): Promise<TurnRecord | undefined>;

  /**
   * Questions of a conversation that have not expired, answered ones included. At most 32, newest first: by when their
   * messages entered their lanes, so that a scheduled one is as new as its time.
   */
  questions(conversation: string, nowMs: number): Promise<PendingQuestion[]>;

  claimDeliveries(request: { limit: number; nowMs: number }): Promise<ClaimedDeliveries>;
  /**
   * Ends a claimed delivery, or lets it wait. With `takeNext`, an end gives the next delivery of its lane as claimed, so
   * that a lane with a backlog needs no claim for each.
   */
  settle(claim: DeliveryClaim, settlement: Settlement, takeNext?: boolean): Promise<Freed & { next?: DeliveryWork }>;

  /** The name a conversation has today. */
  currentName(conversation: string): Promise<string>;
  /** Every name the conversation ever had, today's first. */
  namesOf(conversation: string): Promise<string[]>;
  move(move: ConversationMove): Promise<void>;
  /** Private conversations of a person, latest first. */
  seats(userId: string): Promise<Seat[]>;
  /** How a user wants to be reached, as it was kept. Nothing when nothing was. */
  userChannels(userId: string): Promise<string | undefined>;
  /** Keeps how a user wants to be reached, in place of what was kept; without a `value` it is forgotten. */
  keepUserChannels(wish: { userId: string; value?: string; setAtMs: number }): Promise<void>;

  /**
   * Sets a delivered message aside as dead: the platform took it and could not bring it to the person. Gives false when
   * the channel has delivered no message of that id; true also when it was dead already, which changes nothing.
   */
  failDelivered(message: { channel: string; deliveryId: string; reason: string }): Promise<boolean>;
  /** The raw update of an inbound, by its dedupe key. Nothing once it is scrubbed: when its turn is done. */
  keptRaw(inbound: { channel: string; dedupeKey: string }): Promise<string | undefined>;

  /** Dead turns or deliveries, latest first. Throws `body_invalid` when the cursor is none that was given. */
  dead(query: { kind: 'turn' | 'delivery'; limit: number; channel?: string; cursor?: string }): Promise<DeadPage>;
  /**
   * Lets a dead item wait again, at the end of its lane, with its attempts counted anew. A delivery gets a new expiry.
   * Gives false when there is no dead item of that id.
   */
  retryDead(item: { kind: 'turn' | 'delivery'; id: string; expiresAtMs: number }): Promise<boolean>;
  /** Deletes a dead item for good. Gives false when there is none of that id. */
  dropDead(item: { kind: 'turn' | 'delivery'; id: string }): Promise<boolean>;

  /**
   * Everything held about a person: what they said, and whatever was said in their private conversations, by their seats.
   */
  exportPerson(person: PersonKey): Promise<PersonExport>;
  /**
   * Deletes the same, what waits and what runs included; the process that runs such a turn is told to stop. Gives the
   * rows deleted.
   */
  erasePerson(person: PersonKey): Promise<number>;

  /**
   * Takes a lease or renews it, for `ttlMs` from now by the store's clock: one owner at a time, over all instances.
   * Gives whether this owner has it.
   */
  lease(request: { name: string; owner: string; ttlMs: number }): Promise<boolean>;
  /** Gives a lease back early; nothing happens when another owner has it. */
  endLease(lease: { name: string; owner: string }): Promise<void>;

  /** Small values of the channels' own. */
  readonly channelMemory: ChannelMemory;

  /** What is said in turns, for those who follow them. */
  readonly turnLog: TurnLog;

  /** How what was shown in turns was shown. */
  readonly renderStatus: RenderStatuses;

  /** Bytes that are kept for a while, behind references. */
  readonly blobs: BlobStore;

  /** Writes something of no meaning, to see that writing works. Rejects with `data_unusable` when it does not. */
  assertWritable(): Promise<void>;
  counts(): Promise<StoreCounts>;
  /**
   * Deletes what its retention has passed: answered dedupe keys, delivered messages, expired questions, values of
   * channels and blobs. Gives the rows deleted.
   */
  sweep(nowMs: number): Promise<number>;
  close(): Promise<void>;
}
