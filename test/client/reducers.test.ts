import { describe, expect, it } from 'vitest';
import { reduceAgentUi } from '../../src/client/reduce-agent-ui.ts';
import { reduceMuxi } from '../../src/client/reduce-muxi.ts';
import { reduceUbp } from '../../src/client/reduce-ubp.ts';
import type { ChatFrame } from '../../src/client/sse.ts';
import { isOver, NOTHING_YET, textOf } from '../../src/client/turn/turn-state.ts';
import { envelopeFrame, type Reduce, START, union } from './frames.ts';

const reduced = (reduce: Reduce, frames: readonly ChatFrame[]) => frames.reduce(reduce, NOTHING_YET);
const token = (seq: number, text: string): ChatFrame => ({ id: `t.1.${seq}`, data: JSON.stringify({ token: text }) });
const delta = (seq: number, text: string) => union(`t.1.${seq}`, 'text_delta', { delta: text });

describe('a turn in the MUXI dialect', () => {
  it('is its text, then its widgets, then its end [MUXI-4]', () => {
    const widget = { type: 'options', id: 'ui_1', prompt: 'Which?' };
    const state = reduced(reduceMuxi, [
      token(2, 'Which'),
      token(3, '?'),
      { id: 't.1.4', event: 'ui', data: JSON.stringify({ ui: [widget] }) },
      { id: 't.1.5', event: 'done', data: '{"finished":true}' },
    ]);
    expect(state).toEqual({
      parts: [
        { type: 'text', text: 'Which?' },
        { type: 'widget', id: 'ui_1', widget },
      ],
      end: { type: 'done' },
      turnId: 't',
      lastEventId: 't.1.5',
    });
  });

  it('passes over events that it does not know, and data that is none of its own [MUXI-4, MUXI-9]', () => {
    const odd: ChatFrame[] = [
      { event: 'a_new_event', data: '{"token":"x"}' },
      { event: 'ui', data: '{"ui":[' },
      { data: 'null' },
      { data: '[1]' },
      { data: '{"token":7}' },
    ];
    expect(reduced(reduceMuxi, odd)).toEqual(NOTHING_YET);
  });

  it('fails with the sentence of the error, which ends it [MUXI-4]', () => {
    const error = { object: 'error', error: { code: 'agent_failed', message: 'The agent could not be reached.' } };
    const state = reduced(reduceMuxi, [
      token(2, 'Half'),
      { id: 't.1.3', event: 'error', data: JSON.stringify(error) },
      token(4, ' more'),
    ]);
    expect(textOf(state)).toBe('Half');
    expect(state.end).toEqual({
      type: 'error',
      code: 'agent_failed',
      message: 'The agent could not be reached.',
      isFinal: true,
    });
  });
});

describe('a turn in UI blocks', () => {
  const block = { id: 'b1', namespace: 'acme', block_type: 'quote', version: '2.0.0', data: { price: 7 } };

  it('shows everything in the order in which it arrived, whatever a position says [UBP-2, UBP-19]', () => {
    const state = reduced(reduceUbp, [
      union('t.1.1', 'start', {
        ts: 1_764_510_000_000,
        session_id: 's1',
        supported_blocks: [{ namespace: 'acme', block_type: 'quote', version: 2 }, { namespace: 7 }],
      }),
      union('t.1.1', 'pending_question_resolved', { id: 'ui_0', value: 'eu', label: 'Europe' }),
      delta(2, 'One '),
      union('t.1.3', 'tool_call_start', { id: 'c1', name: 'quote', args: {} }),
      union('t.1.4', 'sub_tool_start', { id: 'c2', name: 'price', args: {}, parent_id: 'c1' }),
      union('t.1.5', 'sub_tool_end', { id: 'c2', name: 'price', is_error: true, result: null, parent_id: 'c1' }),
      union('t.1.6', 'tool_call_end', { id: 'c1', name: 'quote', is_error: false, result: {} }),
      union('t.1.7', 'ui_block', { ...block, position: 'before_text' }),
      delta(8, 'two.'),
      union('t.1.9', 'pending_question_created', {
        id: 'ui_1',
        prompt: 'Buy?',
        choices: [{ value: 'y', label: 'Yes' }, { value: 'n' }, { label: 'none' }],
        multi: false,
      }),
      union('t.1.10', 'done', { turn_id: 't' }),
    ]);
    expect(state).toEqual({
      parts: [
        { type: 'answer', id: 'ui_0', label: 'Europe' },
        { type: 'text', text: 'One ' },
        { type: 'tool', id: 'c1', name: 'quote', status: 'done' },
        { type: 'tool', id: 'c2', name: 'price', status: 'failed', parentId: 'c1' },
        { type: 'block', id: 'b1', block },
        { type: 'text', text: 'two.' },
        {
          type: 'question',
          id: 'ui_1',
          prompt: 'Buy?',
          choices: [
            { value: 'y', label: 'Yes' },
            { value: 'n', label: 'n' },
          ],
          multi: false,
        },
      ],
      end: { type: 'done' },
      turnId: 't',
      lastEventId: 't.1.10',
      sessionId: 's1',
      startedAtMs: 1_764_510_000_000,
      supportedBlocks: [{ namespace: 'acme', block_type: 'quote', version: 2 }],
    });
  });

  it('has no tool at work once it is over, and none that is over while it goes on', () => {
    const call = union('t.1.2', 'tool_call_start', { id: 'c1', name: 'quote', args: {} });
    const running = reduced(reduceUbp, [START, call]);
    const partOf = (status: string) => [{ type: 'tool', id: 'c1', name: 'quote', status }];
    expect(running.parts).toEqual(partOf('running'));
    expect(reduceUbp(running, union('t.1.3', 'done', { turn_id: 't' })).parts).toEqual(partOf('unanswered'));
    expect(reduceUbp(running, union(undefined, 'error', { code: 'shutting_down' })).parts).toEqual(partOf('running'));
  });

  it('reads the union also where event names are not seen [UBP-3]', () => {
    const nameless = ({ id, data }: ChatFrame): ChatFrame => ({ id, event: 'message', data });
    expect(reduced(reduceUbp, [START, delta(2, 'a')].map(nameless))).toEqual(
      reduced(reduceUbp, [START, delta(2, 'a')]),
    );
  });

  it('keeps a block that nobody knows, also a broken one, and never throws [UBP-21]', () => {
    const state = reduced(reduceUbp, [
      union('t.1.2', 'ui_block', { id: 'b1', namespace: 7, data: '<img src=x onerror=alert(1)>' }),
      union('t.1.3', 'ui_block', {}),
      { id: 't.1.4', event: 'ui_block', data: '{"type":"ui_block","data":null}' },
      { id: 't.1.5', event: 'ui_block', data: 'no JSON' },
      union('t.1.6', 'something_new', { text: 'x' }),
    ]);
    const unnamed = { id: 'b1', namespace: '', block_type: '', version: '', data: '<img src=x onerror=alert(1)>' };
    expect(state.parts).toEqual([{ type: 'block', id: 'b1', block: unnamed }]);
  });
});

describe('a turn in agent-ui', () => {
  const chart = { schemaVersion: 'agent-ui@1', kind: 'chart', fallbackText: 'Sales' };

  it('updates an envelope whose id is known where it stands [AUI-1, AUI-2]', () => {
    const state = reduced(reduceAgentUi, [
      START,
      envelopeFrame('t.1.2', 't.1.e1', chart),
      delta(3, 'Look.'),
      envelopeFrame('t.1.4', 't.1.e1', { ...chart, fallbackText: 'More sales' }),
      union('t.1.5', 'done', { turn_id: 't' }),
    ]);
    expect(state.parts).toEqual([
      {
        type: 'envelope',
        id: 't.1.e1',
        createdAtMs: 1_764_510_000_000,
        envelope: { ...chart, fallbackText: 'More sales' },
      },
      { type: 'text', text: 'Look.' },
    ]);
  });

  it('takes no envelope of another session, and none without an id', () => {
    const state = reduced(reduceAgentUi, [
      START,
      envelopeFrame('t.1.2', 't.1.e1', chart, 's2'),
      envelopeFrame('t.1.3', '', chart),
      { id: 't.1.4', event: 'ui_envelope', data: '[' },
    ]);
    expect(state.parts).toEqual([]);
  });

  it('goes on behind an envelope of another version or kind [HI-70]', () => {
    const state = reduced(reduceAgentUi, [
      START,
      envelopeFrame('t.1.2', 't.1.e1', { schemaVersion: 'agent-ui@2', kind: 'html' }),
      union('t.1.3', 'done', { turn_id: 't' }),
    ]);
    expect(isOver(state)).toBe(true);
    expect(state.parts).toHaveLength(1);
  });
});

describe.each([
  ['muxi', reduceMuxi, { event: 'reset', data: '{"text":"Anew"}' }],
  ['ubp', reduceUbp, union(undefined, 'reset', { text: 'Anew' })],
  ['agent-ui', reduceAgentUi, union(undefined, 'reset', { text: 'Anew' })],
] as const)('every dialect: %s', (name, reduce, reset) => {
  const text = (id: string | undefined, words: string): ChatFrame =>
    name === 'muxi'
      ? { ...(id !== undefined && { id }), data: JSON.stringify({ token: words }) }
      : union(id, 'text_delta', { delta: words });

  it('a frame that was taken already changes nothing', () => {
    const state = reduced(reduce, [text('t.1.2', 'a'), text('t.1.3', 'b')]);
    expect(reduce(state, text('t.1.2', 'a'))).toBe(state);
    expect(reduce(state, text('t.1.3', 'b'))).toBe(state);
    expect(textOf(reduce(state, text('t.1.4', 'c')))).toBe('abc');
  });

  it('a frame of another turn, or of a run that is over, changes nothing', () => {
    const state = reduced(reduce, [text('t.2.2', 'a')]);
    expect(reduce(state, text('other.2.3', 'x'))).toBe(state);
    expect(reduce(state, { ...reset, id: 'other.3.1' })).toBe(state);
    expect(reduce(state, text('t.1.9', 'x'))).toBe(state);
  });

  it('an id of another form counts once', () => {
    const state = reduced(reduce, [text('7', 'a'), text('7', 'a'), text('8', 'b')]);
    expect(textOf(state)).toBe('ab');
  });

  it('a reset begins anew, wherever its place is, and what follows on it counts', () => {
    const state = reduced(reduce, [text('t.1.2', 'a'), text('t.1.9', 'b'), { ...reset, id: 't.1.5' }]);
    expect(textOf(state)).toBe('Anew');
    expect(textOf(reduce(state, text('t.1.6', '!')))).toBe('Anew!');
    expect(textOf(reduce(state, { ...reset, id: 't.0.1' }))).toBe('Anew');
  });

  it('a later run begins anew also without a reset', () => {
    expect(textOf(reduced(reduce, [text('t.1.2', 'a'), text('t.2.2', 'b')]))).toBe('b');
  });

  it('an error without a place ends the stream, and the turn goes on where it was', () => {
    const error = { code: 'shutting_down', message: 'The service is stopping.' };
    const aside: ChatFrame =
      name === 'muxi' ? { event: 'error', data: JSON.stringify({ error }) } : union(undefined, 'error', error);
    const state = reduced(reduce, [text('t.1.2', 'a'), aside]);
    expect(state.end).toEqual({ type: 'error', ...error, isFinal: false });
    expect(isOver(state)).toBe(false);
    expect(reduce(state, text('t.1.3', 'b'))).toEqual(reduced(reduce, [text('t.1.2', 'a'), text('t.1.3', 'b')]));
  });

  it('the error of a turn whose log is gone ends it', () => {
    const error = { code: 'agent_failed', message: 'No.' };
    const kept: ChatFrame =
      name === 'muxi'
        ? { id: 't.0.1', event: 'error', data: JSON.stringify({ error }) }
        : union('t.0.1', 'error', error);
    expect(isOver(reduced(reduce, [text('t.1.2', 'a'), kept]))).toBe(true);
  });
});
