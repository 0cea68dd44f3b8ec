import type { DeliveryWork, NewDelivery } from '../../src/protocol/kept-delivery.ts';
import type { DeliveryPolicies } from '../../src/protocol/pace.ts';
import type { Acceptance, NewQuestion, Push, Store, TurnWork } from '../../src/protocol/store.ts';
import type { RememberingStore } from './remembering.ts';

/** The moment at which every test begins: 2027-01-15T08:00:00Z. */
export const START_MS = 1_800_000_000_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A store under test and the clock that it reads. */
export interface Bench {
  store: RememberingStore;
  clock: { nowMs: number };
  /** The store as the next process finds it; only where something survives. */
  reopen: () => Promise<RememberingStore>;
  /** Lets time pass, on the store's own clock as well where it has one. */
  pass: (ms: number) => Promise<void>;
}

/** What a suite's store is opened with. */
export interface Opening {
  clock: { nowMs: number };
  policies?: DeliveryPolicies;
}

/** Opens a store for one test. */
export type OpenBench = (options?: { policies?: DeliveryPolicies }) => Promise<Bench>;

/** How a suite gets a store of its kind. */
export interface StoreKind {
  survivesRestart: boolean;
  open(opening: Opening): Promise<{ store: Store; reopen: () => Promise<Store> }>;
  /** How time passes for leases where a store counts it by itself; the test's clock goes on in any case. */
  pass?(ms: number): Promise<void>;
}

export function message(turnId: string, more: Partial<Acceptance> = {}): Acceptance {
  return {
    turnId,
    channel: 'telegram',
    dedupeKey: `update-${turnId}`,
    conversation: 'telegram:42',
    raw: `{"text":"hello from ${turnId}"}`,
    receivedAtMs: START_MS,
    ...more,
  };
}

/** What this person said; nobody in particular, when there is none. */
export function saidBy(turnId: string, personId?: string): Acceptance {
  return message(turnId, personId === undefined ? {} : { personId });
}

export function delivery(deliveryId: string, more: Partial<NewDelivery> = {}): NewDelivery {
  return {
    deliveryId,
    turnId: 't1',
    channel: 'telegram',
    conversation: 'telegram:42',
    lane: 'lane:42',
    kind: 'send',
    payload: `{"text":"${deliveryId}"}`,
    expiresAtMs: START_MS + DAY_MS,
    ...more,
  };
}

export function question(widgetId: string, more: Partial<NewQuestion> = {}): NewQuestion {
  return {
    conversation: 'telegram:42',
    widgetId,
    prompt: 'Which region?',
    choices: [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe' },
    ],
    multi: false,
    answers: 'asker',
    expiresAtMs: START_MS + HOUR_MS,
    ...more,
  };
}

export function answer(widgetId: string, label = 'Europe') {
  return { id: widgetId, value: 'eu', label, prompt: 'Which region?' };
}

export function pushOf(turnId: string, more: Partial<Push> = {}): Push {
  return {
    turnId,
    conversation: 'telegram:42',
    channel: 'telegram',
    fingerprint: 'f1',
    response: `{"turn_id":"${turnId}"}`,
    deliveries: [],
    questions: [],
    receivedAtMs: START_MS,
    ...more,
  };
}

/** Keeps deliveries, waiting in their lanes. */
export async function keepDeliveries(store: Store, ...deliveries: NewDelivery[]): Promise<void> {
  await store.push(pushOf(`push of ${deliveries.map((kept) => kept.deliveryId).join()}`, { deliveries }));
}

export async function keepQuestions(store: Store, ...questions: NewQuestion[]): Promise<void> {
  await store.push(pushOf(`push of ${questions.map((kept) => kept.widgetId).join()}`, { questions }));
}

/** Keeps messages of one conversation, in order, by who said them. */
export async function keepSaid(
  store: Pick<Store, 'accept'>,
  ...turns: (readonly [turnId: string, personId?: string])[]
): Promise<void> {
  for (const [turnId, personId] of turns) await store.accept(saidBy(turnId, personId));
}

/** Claims deliveries at `nowMs`. Gives their ids. */
export async function claimedDeliveries(store: Store, limit = 100, nowMs = START_MS): Promise<string[]> {
  return (await deliveriesAt(store, nowMs, limit)).map((work) => work.deliveryId);
}

/** Claims deliveries at `nowMs`. */
export async function deliveriesAt(store: Store, nowMs = START_MS, limit = 100): Promise<DeliveryWork[]> {
  return (await store.claimDeliveries({ limit, nowMs })).deliveries;
}

/** Claims turns. Gives their ids. */
export async function claimedTurns(store: Store, limit = 100): Promise<string[]> {
  return (await store.claimTurns(limit)).map((work) => work.turnId);
}

export function finishDone(store: RememberingStore, turnId: string): ReturnType<Store['finishTurn']> {
  return store.finishTurn({ turnId, state: 'done', deliveries: [], questions: [] });
}

/** The only turn that can be claimed now. */
export async function onlyTurn(store: Store): Promise<TurnWork> {
  const [work, ...others] = await store.claimTurns(100);
  if (!work || others.length > 0) throw new Error(`expected one turn, got ${work ? others.length + 1 : 0}`);
  return work;
}
