import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceAgentUi } from '../../src/client/reduce-agent-ui.ts';
import { reduceMuxi } from '../../src/client/reduce-muxi.ts';
import { reduceUbp } from '../../src/client/reduce-ubp.ts';
import type { ChatFrame } from '../../src/client/sse.ts';
import { NOTHING_YET } from '../../src/client/turn/turn-state.ts';
import { envelopeFrame, type Reduce, union } from './frames.ts';

type Make = (id: string) => ChatFrame;

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const name = fc.constantFrom('a', 'b', 'c');
const tokens = words.map(
  (token): Make =>
    (id) => ({ id, data: JSON.stringify({ token }) }),
);
const unionOf = (type: string, data: fc.Arbitrary<object>) =>
  data.map(
    (made): Make =>
      (id) =>
        union(id, type, made),
  );
const deltas = unionOf('text_delta', fc.record({ delta: words }));
const calls = fc.oneof(
  unionOf('tool_call_start', fc.record({ id: name, name, args: fc.jsonValue() })),
  unionOf('tool_call_end', fc.record({ id: name, name, is_error: fc.boolean(), result: fc.jsonValue() })),
  unionOf('pending_question_created', fc.record({ id: name, prompt: words, choices: fc.constant([]) })),
  unionOf('something_new', fc.record({ id: name })),
);
const widgets = fc.array(fc.record({ type: fc.constant('options'), id: name }), { maxLength: 3 }).map(
  (ui): Make =>
    (id) => ({ id, event: 'ui', data: JSON.stringify({ ui }) }),
);
const blocks = unionOf('ui_block', fc.record({ id: name, namespace: name, block_type: name, data: fc.jsonValue() }));
const envelopes = fc.tuple(name, fc.jsonValue()).map(
  ([envelopeId, envelope]): Make =>
    (id) =>
      envelopeFrame(id, envelopeId, envelope),
);

const DIALECTS: [
  string,
  Reduce,
  fc.Arbitrary<Make>,
  { start?: Make; reset: (id: string) => ChatFrame[]; done: Make; aside: ChatFrame },
][] = [
  [
    'muxi',
    reduceMuxi,
    fc.oneof(tokens, tokens, widgets),
    {
      reset: (id) => [{ id, event: 'reset', data: '{"text":"Anew: "}' }],
      done: (id) => ({ id, event: 'done', data: '{"finished":true}' }),
      aside: { event: 'error', data: '{"error":{"code":"shutting_down","message":"Later."}}' },
    },
  ],
  ...(
    [
      ['ubp', reduceUbp, fc.oneof(deltas, deltas, calls, blocks)],
      ['agent-ui', reduceAgentUi, fc.oneof(deltas, deltas, calls, envelopes)],
    ] as const
  ).map(([dialect, reduce, frames]): (typeof DIALECTS)[number] => [
    dialect,
    reduce,
    frames,
    {
      start: (id) => union(id, 'start', { ts: 1, session_id: 's1' }),
      // Two frames tell of it, and the last one has its place.
      reset: (id) => [
        union(undefined, 'reset', { text: 'Anew: ' }),
        union(id, 'pending_question_resolved', { id: 'q', value: 'v', label: 'V' }),
      ],
      done: (id) => union(id, 'done', { turn_id: 't' }),
      aside: union(undefined, 'error', { code: 'shutting_down', message: 'Later.' }),
    },
  ]),
];

describe.each(DIALECTS)('a recorded stream of %s', (_name, reduce, frames, { start, reset, done, aside }) => {
  /** A turn of one or two runs; the second is told from its beginning, behind a reset. Some places have no frame. */
  const stream = fc
    .tuple(fc.array(fc.tuple(frames, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }), fc.nat(14))
    .map(([makes, rerunAt]) => {
      const head = start ? [start('t.1.1')] : [];
      let [run, seq] = [1, 1];
      const body = makes.flatMap(([make, step], index) => {
        seq += step;
        const isRerun = index === rerunAt;
        if (isRerun) [run, seq] = [2, 5];
        const frame = make(`t.${run}.${isRerun ? ++seq : seq}`);
        return isRerun ? [...reset('t.2.5'), frame] : [frame];
      });
      return [...head, ...body, done(`t.${run}.${seq + 1}`)];
    });

  it('cut at any frame and gone on with, from anywhere before, is the same turn in the end', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 4 }), (all, cuts) => {
        const whole = all.reduce(reduce, NOTHING_YET);
        let state = NOTHING_YET;
        let read = 0;
        for (const [cut, back, isTold] of [...cuts, [all.length, 0, false] as const]) {
          const end = Math.min(all.length, read + (cut % (all.length + 1)));
          let from = Math.max(0, read - (back % 5));
          // A stream goes on behind a place, and a frame without one is told again with the next that has one.
          while (from > 0 && all[from - 1]?.id === undefined) from--;
          const head = start ? [start(state.lastEventId ?? 't.0.0')] : [];
          const told = isTold && state.turnId !== undefined ? [aside] : [];
          state = [...head, ...all.slice(from, end), ...told].reduce(reduce, state);
          read = Math.max(read, end);
        }
        expect(state).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('with every frame twice is the same turn', () => {
    fc.assert(
      fc.property(stream, (all) => {
        const twice = all.flatMap((frame) => [frame, frame]);
        expect(twice.reduce(reduce, NOTHING_YET)).toEqual(all.reduce(reduce, NOTHING_YET));
      }),
    );
  });

  it('is read without a throw whatever the frames say', () => {
    const anyFrame = fc.record({
      id: fc.option(fc.oneof(fc.string(), fc.constantFrom('t.1.1', 't.1.2')), { nil: undefined }),
      event: fc.option(fc.constantFrom('ui', 'reset', 'error', 'done', 'ui_envelope', 'start', '__proto__'), {
        nil: undefined,
      }),
      data: fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"type":"start","data":${json}}`),
      ),
    });
    fc.assert(
      fc.property(fc.array(anyFrame), (all) => {
        expect(Array.isArray(all.reduce(reduce, NOTHING_YET).parts)).toBe(true);
      }),
    );
  });
});
