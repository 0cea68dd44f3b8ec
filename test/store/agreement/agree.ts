import fc from 'fast-check';
import { expect } from 'vitest';
import type { ExpiredBlob, KeptBlob } from '../../../src/protocol/blob-store.ts';
import type { DeliveryPolicies } from '../../../src/protocol/pace.ts';
import type { RenderReport } from '../../../src/protocol/render-status.ts';
import type { Store } from '../../../src/protocol/store.ts';
import type { LoggedTurn } from '../../../src/protocol/turn-log.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { type Opening, START_MS } from '../fixtures.ts';
import { type RememberingStore, remembering } from '../remembering.ts';
import { operation } from './operations.ts';
import { stepOf, type World } from './steps.ts';

const NAMES = ['a', 'b', 'c'];
const PEOPLE = ['ann', 'bob'];

const policies = fc.constantFrom<DeliveryPolicies | undefined>(undefined, {
  of: () => ({ whenUnknown: 'resend', perLane: { perSecond: 1, burst: 2 } }),
});

/**
 * Does the same to a store in memory and to one of another kind, at random, and compares every answer and all that can
 * be read after each step. `open` gives an empty store each time.
 */
export async function agree(open: (opening: Opening) => Promise<Store>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(policies, fc.array(operation, { maxLength: 80, size: 'max' }), async (limits, operations) => {
      const world: World = { clock: { nowMs: START_MS }, turns: new Set(), deliveries: new Set(), ids: 0 };
      const opening: Opening = { clock: world.clock, ...(limits && { policies: limits }) };
      const memory = remembering(createMemoryStore({ ...opening, now: () => world.clock.nowMs }));
      const other = remembering(await open(opening));
      try {
        for (const planned of operations) {
          // No two of them in one millisecond: who was seen later would be open.
          world.clock.nowMs += 1;
          const step = stepOf(planned, world);
          const [fromMemory, fromOther] = [await answerOf(step(memory)), await answerOf(step(other))];
          expect(fromOther).toEqual(fromMemory);
          expect(await readable(other, world)).toEqual(await readable(memory, world));
        }
      } finally {
        await other.close();
      }
    }),
    { numRuns },
  );
}

/** What a step gave, or the code that it was refused with. Epochs are a store's own. */
async function answerOf(step: Promise<unknown>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify((await step) ?? null, (key, value) => (key === 'epoch' ? undefined : value)));
  } catch (error) {
    return { refused: (error as { code?: string }).code ?? error };
  }
}

/** Everything that can be read. */
async function readable(store: RememberingStore, world: World) {
  const { nowMs } = world.clock;
  const turnIds = Array.from({ length: world.ids }, (_, index) => `t${index + 1}`);
  const people = PEOPLE.map((personId) => store.exportPerson({ channel: 'telegram', personId }));
  return {
    turns: await Promise.all(turnIds.map((turnId) => store.turn(turnId))),
    questions: await Promise.all(NAMES.map((name) => store.questions(name, nowMs))),
    names: await Promise.all(NAMES.map((name) => store.namesOf(name))),
    seats: await Promise.all(PEOPLE.map((person) => store.seats(person))),
    dead: await Promise.all((['turn', 'delivery'] as const).map((kind) => store.dead({ kind, limit: 100 }))),
    people: await Promise.all(people),
    history: await Promise.all(NAMES.map((conversation) => historyOf(store, conversation))),
    reports: (await store.renderStatus.of(turnIds)).sort(byTurnAndEnvelope),
    blobs: await Promise.all(NAMES.map(async (name) => plain(await store.blobs.get(name.repeat(22))))),
    memory: await store.channelMemory.list('telegram'),
    counts: await store.counts(),
  };
}

/** All of it, in pages of two. What a cursor looks like is a store's own. */
async function historyOf({ turnLog }: RememberingStore, conversation: string): Promise<LoggedTurn[][]> {
  const pages: LoggedTurn[][] = [];
  for (let before: string | undefined; ; ) {
    const page = await turnLog.ofConversation({ conversation, limit: 2, ...(before !== undefined && { before }) });
    pages.push(page.turns);
    before = page.cursor;
    if (before === undefined) return pages;
  }
}

function byTurnAndEnvelope(a: RenderReport, b: RenderReport): number {
  return a.turnId + a.envelopeId < b.turnId + b.envelopeId ? -1 : 1;
}

/** With the bytes as numbers: libraries give them in types of their own. */
function plain(found: KeptBlob | ExpiredBlob | undefined) {
  return found && 'bytes' in found ? { ...found, bytes: [...found.bytes] } : found;
}
