import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { ENCODERS } from '../../src/dialects/encoders.ts';
import type { StreamEvent } from '../../src/protocol/turn-step.ts';
import type { Dialect } from '../../src/protocol/ui/turn-client.ts';

const BLOCK = {
  id: 'ui_1',
  namespace: 'acme.tools',
  block_type: 'quote',
  version: '2.3.4',
  data: { price: 7 },
  position: 'inline' as const,
};
const ENVELOPE = {
  schemaVersion: 'agent-ui@1' as const,
  kind: 'map_action' as const,
  surface: 'map_overlay' as const,
  action: 'zoom_to_map',
  params: { center: [1, 2], zoom: 3 },
};
const EVENTS: StreamEvent[] = [
  {
    type: 'asked',
    message: 'Europe',
    receivedAtMs: 1,
    uiResponse: { id: 'ui_q', value: 'eu', label: 'Europe', prompt: 'Where?' },
    seq: 1,
  },
  { type: 'text', delta: 'One\r\nevent: done\n', seq: 2 },
  { type: 'tool_call', callId: 'call_1', tool: 'search', args: { q: 'x' }, seq: 3 },
  { type: 'tool_call', callId: 'call_2', tool: 'fetch', args: null, parentId: 'call_1', seq: 4 },
  { type: 'tool_result', callId: 'call_2', tool: 'fetch', isError: true, result: 'gone', parentId: 'call_1', seq: 5 },
  { type: 'tool_result', callId: 'call_1', tool: 'search', isError: false, result: { found: 1 }, seq: 6 },
  { type: 'block', block: BLOCK, seq: 7 },
  { type: 'envelope', envelopeId: 'turn_1.1.e1', createdAtMs: 1_700_000_000_000, envelope: ENVELOPE, seq: 8 },
  { type: 'question', widgetId: 'ui_2', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }], multi: false, seq: 9 },
  { type: 'ui', widgets: [{ type: 'options', id: 'ui_2' }], seq: 10 },
  { type: 'done', seq: 11 },
];

function written(dialect: Dialect, blocks?: { namespace: string; block_type: string; version: number }[]) {
  const encoder = ENCODERS[dialect]({ turnId: 'turn_1', sessionId: 's', blocks, nowMs: 5 });
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed([...encoder.head(undefined), ...encoder.frames({ run: 1, events: EVENTS })].join(''));
  return events.map(({ id, event, data }) => [id, event, JSON.parse(data)] as const);
}

const TYPED = {
  resolved: [
    'turn_1.1.1',
    'pending_question_resolved',
    { type: 'pending_question_resolved', data: { id: 'ui_q', value: 'eu', label: 'Europe' } },
  ],
  text: ['turn_1.1.2', 'text_delta', { type: 'text_delta', data: { delta: 'One\r\nevent: done\n' } }],
  called: [
    'turn_1.1.3',
    'tool_call_start',
    { type: 'tool_call_start', data: { id: 'call_1', name: 'search', args: { q: 'x' } } },
  ],
  subCalled: [
    'turn_1.1.4',
    'sub_tool_start',
    { type: 'sub_tool_start', data: { id: 'call_2', name: 'fetch', args: null, parent_id: 'call_1' } },
  ],
  subEnded: [
    'turn_1.1.5',
    'sub_tool_end',
    {
      type: 'sub_tool_end',
      data: { id: 'call_2', name: 'fetch', is_error: true, result: 'gone', parent_id: 'call_1' },
    },
  ],
  ended: [
    'turn_1.1.6',
    'tool_call_end',
    { type: 'tool_call_end', data: { id: 'call_1', name: 'search', is_error: false, result: { found: 1 } } },
  ],
  question: [
    'turn_1.1.9',
    'pending_question_created',
    {
      type: 'pending_question_created',
      data: { id: 'ui_2', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }], multi: false },
    },
  ],
  done: ['turn_1.1.11', 'done', { type: 'done', data: { turn_id: 'turn_1' } }],
} as const;

describe('the dialects of one turn', () => {
  it('MUXI says text, widgets and the end, and nothing of the rest [MUXI-1, MUXI-4]', () => {
    expect(written('muxi')).toEqual([
      ['turn_1.1.2', undefined, { token: 'One\r\nevent: done\n' }],
      ['turn_1.1.10', 'ui', { ui: [{ type: 'options', id: 'ui_2' }] }],
      ['turn_1.1.11', 'done', { finished: true }],
    ]);
  });

  it('UBP says typed events, with a negotiated block where it was made [UBP-1, UBP-2, UBP-3, UBP-15]', () => {
    const blocks = [{ namespace: 'acme.tools', block_type: 'quote', version: 2 }];
    expect(written('ubp', blocks)).toEqual([
      ['turn_1.0.0', 'start', { type: 'start', data: { ts: 5, session_id: 's', supported_blocks: blocks } }],
      ...[TYPED.resolved, TYPED.text, TYPED.called, TYPED.subCalled, TYPED.subEnded, TYPED.ended],
      ['turn_1.1.7', 'ui_block', { type: 'ui_block', data: BLOCK }],
      ...[TYPED.question, TYPED.done],
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['no kind that is known', []],
    ['another kind', [{ namespace: 'acme.tools', block_type: 'other', version: 2 }]],
    ['another namespace', [{ namespace: 'acme', block_type: 'quote', version: 2 }]],
    ['another major', [{ namespace: 'acme.tools', block_type: 'quote', version: 3 }]],
  ])('UBP sends no block on a stream that negotiated %s [UBP-12, UBP-13]', (_name, blocks) => {
    const events = written('ubp', blocks);
    expect(events.map(([, event]) => event)).not.toContain('ui_block');
    expect(events[0]?.[2].data).toEqual({ ts: 5, session_id: 's', ...(blocks && { supported_blocks: blocks }) });
  });

  it('agent-ui says the same typed events, and envelopes in their own form [AUI-1]', () => {
    expect(written('agent-ui', [])).toEqual([
      ['turn_1.0.0', 'start', { type: 'start', data: { ts: 5, session_id: 's' } }],
      ...[TYPED.resolved, TYPED.text, TYPED.called, TYPED.subCalled, TYPED.subEnded, TYPED.ended],
      [
        'turn_1.1.8',
        'ui_envelope',
        { session_id: 's', envelope_id: 'turn_1.1.e1', created_at: 1_700_000_000_000, envelope: ENVELOPE },
      ],
      ...[TYPED.question, TYPED.done],
    ]);
  });

  it.each(['ubp', 'agent-ui'] as const)(
    '%s begins every stream with start, where its reader already is [UBP-2]',
    (dialect) => {
      const encoder = ENCODERS[dialect]({ turnId: 'turn_1', sessionId: 's', nowMs: 5 });
      const [frame] = encoder.head({ run: 2, seq: 7 });
      expect(frame).toBe('id: turn_1.2.7\nevent: start\ndata: {"type":"start","data":{"ts":5,"session_id":"s"}}\n\n');
    },
  );

  it.each(['ubp', 'agent-ui'] as const)('%s tells a reader to begin anew, and of an error', (dialect) => {
    const encoder = ENCODERS[dialect]({ turnId: 'turn_1', sessionId: 's', nowMs: 5 });
    const uiResponse = { id: 'ui_q', value: 'eu', label: 'Europe', prompt: 'Where?' };
    const events: StreamEvent[] = [
      { type: 'reset', text: 'Anew', seq: 3 },
      // A line that breaks between the two frames must not lose the second.
      { type: 'reset', text: 'Again', uiResponse, seq: 4 },
      { type: 'error', code: 'agent_failed', message: 'It failed.' },
    ];
    expect(encoder.frames({ run: 2, events })).toEqual([
      'id: turn_1.2.3\nevent: reset\ndata: {"type":"reset","data":{"text":"Anew"}}\n\n',
      'event: reset\ndata: {"type":"reset","data":{"text":"Again"}}\n\n',
      'id: turn_1.2.4\nevent: pending_question_resolved\ndata: {"type":"pending_question_resolved","data":{"id":"ui_q","value":"eu","label":"Europe"}}\n\n',
      'event: error\ndata: {"type":"error","data":{"code":"agent_failed","message":"It failed."}}\n\n',
    ]);
  });
});
