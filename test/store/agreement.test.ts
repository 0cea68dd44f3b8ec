import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settlement, Store } from '../../src/protocol/store.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { answer, DAY_MS, delivery, HOUR_MS, message, pushOf, question, START_MS } from './fixtures.ts';
import { type RememberingStore, remembering } from './remembering.ts';
import { dataFolder } from './sqlite/folder.ts';

/** One operation, the same on any store. Gives what can be compared. */
type Step = (store: RememberingStore) => Promise<unknown>;

interface World {
  clock: { nowMs: number };
  /** What is held by a worker now. */
  turns: Set<string>;
  deliveries: Set<string>;
  ids: number;
}

const names = fc.constantFrom('a', 'b', 'c');
const widgets = fc.constantFrom('ui_1', 'ui_2');
const keys = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8');
const takes = fc.record({ turns: fc.boolean(), deliveries: fc.boolean() });
const waits = fc.constantFrom(0, 500, 2_000);

const operation = fc.oneof(
  fc.record({
    type: fc.constant('accept' as const),
    conversation: names,
    key: keys,
    widget: fc.option(widgets),
    drops: fc.boolean(),
    edits: fc.boolean(),
    person: fc.constantFrom('ann', 'bob'),
    take: takes,
  }),
  fc.record({ type: fc.constant('replace' as const), conversation: names, key: keys }),
  fc.record({ type: fc.constant('claim_turns' as const) }),
  fc.record({
    type: fc.constant('finish' as const),
    conversation: names,
    widget: fc.option(widgets),
    dies: fc.boolean(),
    parts: fc.integer({ min: 0, max: 2 }),
    take: takes,
  }),
  fc.record({ type: fc.constant('release' as const), waitMs: waits }),
  fc.record({
    type: fc.constant('push' as const),
    conversation: names,
    key: fc.option(keys),
    widget: fc.option(widgets),
    parts: fc.integer({ min: 0, max: 2 }),
    take: takes,
  }),
  fc.record({ type: fc.constant('claim_deliveries' as const) }),
  fc.record({
    type: fc.constant('settle' as const),
    as: fc.constantFrom('delivered', 'dead', 'waiting'),
    waitMs: waits,
  }),
  fc.record({ type: fc.constant('move' as const), from: names, to: names }),
  fc.record({ type: fc.constant('sweep' as const) }),
  fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1, 1_000, HOUR_MS, 2 * DAY_MS, 31 * DAY_MS) }),
);

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes an operation concrete: new ids, and the oldest item that is held. */
function stepOf(operation: Operation, world: World): Step {
  world.ids += 1;
  const id = world.ids;
  const { nowMs } = world.clock;
  const parts = (count: number, conversation: string) =>
    Array.from({ length: count }, (_, part) =>
      delivery(`d${id}.${part}`, { conversation, lane: `lane:${conversation}`, payload: `p${id}.${part}` }),
    );
  const asked = (conversation: string, widget: string | null) =>
    widget === null
      ? []
      : [question(widget, { conversation, deliveryId: `d${id}.0`, expiresAtMs: nowMs + HOUR_MS, prompt: `q${id}` })];
  switch (operation.type) {
    case 'accept': {
      const { conversation, key, widget, drops, edits, person, take } = operation;
      const edit = delivery(`e${id}`, { conversation, lane: `lane:${conversation}`, kind: 'edit', turnId: `t${id}` });
      const claim = widget !== null && {
        claim: {
          response: answer(widget, `label ${id}`),
          whenLost: drops ? ('drop' as const) : ('keep_as_message' as const),
          ...(edits && { edit }),
        },
      };
      const acceptance = message(`t${id}`, {
        ...{ conversation, dedupeKey: key, messageId: key, receivedAtMs: nowMs, take },
        ...claim,
        seat: { userId: person, address: { at: id } },
      });
      return async (store) => {
        const accepted = await store.accept(acceptance);
        if (accepted.status !== 'accepted') return accepted;
        if (accepted.taken.turn) world.turns.add(accepted.taken.turn.turnId);
        for (const work of accepted.taken.deliveries) world.deliveries.add(work.deliveryId);
        return accepted;
      };
    }
    case 'replace': {
      const { conversation, key } = operation;
      return (store) =>
        store.replaceWaiting({ channel: 'telegram', conversation, messageId: key, raw: `replaced ${id}` });
    }
    case 'claim_turns':
      return async (store) => {
        const claimed = await store.claimTurns(1_000);
        for (const work of claimed) world.turns.add(work.turnId);
        return claimed.sort((a, b) => (a.turnId < b.turnId ? -1 : 1));
      };
    case 'finish': {
      const [turnId] = world.turns;
      if (turnId === undefined) return async () => undefined;
      const { conversation, widget, dies, take } = operation;
      return async (store) => {
        world.turns.delete(turnId);
        const ended = await store.finishTurn({
          turnId,
          state: dies ? 'dead' : 'done',
          deliveries: parts(operation.parts, conversation),
          questions: asked(conversation, widget),
          take,
        });
        for (const work of ended.taken.deliveries) world.deliveries.add(work.deliveryId);
        return ended;
      };
    }
    case 'release': {
      const [turnId] = world.turns;
      if (turnId === undefined) return async () => undefined;
      return (store) => {
        world.turns.delete(turnId);
        return store.releaseTurn({ turnId, atMs: nowMs + operation.waitMs, isUntried: operation.waitMs % 2 === 0 });
      };
    }
    case 'push': {
      const { conversation, key, widget, take } = operation;
      const push = pushOf(`t${id}`, {
        ...{ conversation, receivedAtMs: nowMs, fingerprint: `f${id}`, take },
        ...(key !== null && { idempotencyKey: key }),
        deliveries: parts(operation.parts, conversation),
        questions: asked(conversation, widget),
      });
      return async (store) => {
        const pushed = await store.push(push);
        if (pushed.status === 'accepted')
          for (const work of pushed.taken.deliveries) world.deliveries.add(work.deliveryId);
        return pushed;
      };
    }
    case 'claim_deliveries':
      return async (store) => {
        const claimed = await store.claimDeliveries({ limit: 1_000, nowMs });
        for (const work of claimed.deliveries) world.deliveries.add(work.deliveryId);
        return { ...claimed, deliveries: claimed.deliveries.sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1)) };
      };
    case 'settle': {
      const [deliveryId] = world.deliveries;
      if (deliveryId === undefined) return async () => undefined;
      const { as, waitMs } = operation;
      const settlement: Settlement =
        as === 'waiting'
          ? { state: as, atMs: nowMs + waitMs, reason: `r${id}` }
          : as === 'dead'
            ? { state: as, reason: `r${id}` }
            : { state: 'delivered', receipt: `m${id}` };
      return async (store) => {
        world.deliveries.delete(deliveryId);
        const settled = await store.settle(deliveryId, settlement, waitMs % 2 === 0);
        if (settled.next) world.deliveries.add(settled.next.deliveryId);
        return settled;
      };
    }
    case 'move': {
      const { from, to } = operation;
      const rewrite = (payload: string) => `${payload}>${to}`;
      return (store) => store.move({ from, to, fromLane: `lane:${from}`, toLane: `lane:${to}`, rewrite });
    }
    case 'sweep':
      return (store) => store.sweep(nowMs);
    case 'pass':
      return async () => {
        world.clock.nowMs = nowMs + operation.ms;
      };
    default:
      return operation satisfies never;
  }
}

/** Everything that can be read. */
async function readable(store: Store, world: World) {
  const { nowMs } = world.clock;
  const turnIds = Array.from({ length: world.ids }, (_, index) => `t${index + 1}`);
  return {
    turns: await Promise.all(turnIds.map((turnId) => store.turn(turnId))),
    questions: await Promise.all(['a', 'b', 'c'].map((name) => store.questions(name, nowMs))),
    names: await Promise.all(['a', 'b', 'c'].map((name) => store.namesOf(name))),
    seats: await Promise.all(['ann', 'bob'].map((person) => store.seats(person))),
    counts: await store.counts(),
  };
}

describe('the stores', () => {
  it('give the same answers to any sequence of operations', { timeout: 60_000 }, async () => {
    const folder = dataFolder();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 60, size: 'max' }), async (operations) => {
        runs += 1;
        const world: World = { clock: { nowMs: START_MS }, turns: new Set(), deliveries: new Set(), ids: 0 };
        const now = () => world.clock.nowMs;
        const memory = remembering(createMemoryStore({ now }));
        const sqlite = remembering(await openSqliteStore({ folder: `${folder}/${runs}`, now }));
        try {
          for (const planned of operations) {
            // No two of them in one millisecond: who was seen later would be open.
            world.clock.nowMs += 1;
            const step = stepOf(planned, world);
            const [fromMemory, fromSqlite] = [await step(memory), await step(sqlite)];
            expect(fromSqlite).toEqual(fromMemory);
            expect(await readable(sqlite, world)).toEqual(await readable(memory, world));
          }
        } finally {
          await sqlite.close();
        }
      }),
      { numRuns: Number(process.env.FOOTBRIDGE_PROPERTY_RUNS ?? 25) },
    );
  });
});
