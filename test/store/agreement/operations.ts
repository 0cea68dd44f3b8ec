import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../fixtures.ts';

const names = fc.constantFrom('a', 'b', 'c');
const people = fc.constantFrom('ann', 'bob');
const widgets = fc.constantFrom('ui_1', 'ui_2');
const keys = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8');
const takes = fc.record({ turns: fc.boolean(), deliveries: fc.boolean() });
const waits = fc.constantFrom(0, 500, 2_000);
const kinds = fc.constantFrom('turn' as const, 'delivery' as const);

/** What a turn or a push says. */
const saying = {
  logs: fc.boolean(),
  widget: fc.option(widgets),
  parts: fc.array(
    fc.record({
      /** Sent, or an edit of one of two messages. */
      edits: fc.option(fc.constantFrom('m1', 'm2'), { freq: 2 }),
      delayMs: fc.option(waits, { freq: 2 }),
      secret: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
};

/** One thing that is asked of a store. */
export const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('accept' as const),
      conversation: names,
      key: keys,
      widget: fc.option(widgets),
      drops: fc.boolean(),
      edits: fc.boolean(),
      person: people,
      take: takes,
      maxOpen: fc.option(fc.constantFrom(1, 2)),
      isLimited: fc.boolean(),
      ends: fc.option(fc.constantFrom('done' as const, 'dead' as const), { freq: 6 }),
    }),
  },
  fc.record({ type: fc.constant('replace' as const), conversation: names, key: keys }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('claim_turns' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('finish' as const),
      conversation: names,
      dies: fc.boolean(),
      isStale: rarely(),
      take: takes,
      ...saying,
    }),
  },
  fc.record({ type: fc.constant('release' as const), waitMs: waits, isStale: rarely() }),
  fc.record({ type: fc.constant('join' as const), isStale: rarely() }),
  fc.record({
    type: fc.constant('stop' as const),
    conversation: names,
    resets: fc.boolean(),
    /** Anybody, somebody who is nobody in particular, or a person. */
    by: fc.constantFrom(undefined, {}, { personId: 'ann' }, { personId: 'bob' }),
  }),
  fc.record({ type: fc.constant('cancel' as const), backBy: fc.integer({ min: 1, max: 5 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('push' as const),
      conversation: names,
      key: fc.option(keys),
      take: takes,
      ...saying,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('claim_deliveries' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('settle' as const),
      as: fc.constantFrom('delivered' as const, 'dead' as const, 'waiting' as const),
      waitMs: waits,
      takesNext: fc.boolean(),
      isStale: rarely(),
    }),
  },
  fc.record({ type: fc.constant('move' as const), from: names, to: names }),
  fc.record({ type: fc.constant('retry' as const), kind: kinds }),
  fc.record({ type: fc.constant('drop' as const), kind: kinds }),
  fc.record({ type: fc.constant('erase' as const), person: people }),
  fc.record({ type: fc.constant('lease' as const), owner: people, ends: fc.boolean() }),
  fc.record({
    type: fc.constant('remember' as const),
    does: fc.constantFrom('put' as const, 'add' as const, 'replace' as const, 'remove' as const),
    key: names,
    lastsMs: fc.option(waits),
  }),
  fc.record({ type: fc.constant('log' as const), isStale: rarely(), replaces: fc.boolean() }),
  fc.record({
    type: fc.constant('report' as const),
    backBy: fc.integer({ min: 0, max: 5 }),
    envelope: fc.constantFrom('e1', 'e2'),
    status: fc.constantFrom('rendered' as const, 'fallback' as const, 'error' as const),
  }),
  fc.record({
    type: fc.constant('blob' as const),
    ref: names,
    conversation: names,
    person: fc.option(people),
    /** Of which there are few, so that many are equal. */
    byte: fc.constantFrom(0, 255),
    lastsMs: waits,
  }),
  fc.record({ type: fc.constant('sweep' as const) }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 1_000, HOUR_MS, 2 * DAY_MS, 31 * DAY_MS),
    }),
  },
);

export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
export type Saying = Pick<Extract<Operation, { type: 'push' }>, 'widget' | 'parts' | 'logs'>;

function rarely(): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
}
