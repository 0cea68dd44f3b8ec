import { expect, it } from 'vitest';
import type { LoggedEvent } from '../../src/protocol/turn-log.ts';
import { pageOf, rowOf } from '../../src/store/rows/log-row.ts';

const text = (seq: number): LoggedEvent => ({ type: 'text', delta: `"${seq}",`, seq });
const call = (seq: number, args: unknown): LoggedEvent => ({
  ...{ type: 'tool_call', callId: `c${seq}`, tool: 'find', args, seq },
});
const block = {
  ...{ id: 'b', namespace: 'a', block_type: 'b', version: '1.0.0', data: { x: [1] }, position: 'inline' as const },
};

it.each<[string, LoggedEvent[]]>([
  ['nothing but text', [text(1), text(2)]],
  ['nothing but what is shown', [call(1, { q: ['x'] }), { type: 'block', block, seq: 2 }]],
  ['text before, between and behind', [text(1), call(2, null), text(3), text(4), call(5, []), text(6)]],
  [
    'a result that is no object',
    [{ type: 'tool_result', callId: 'c', tool: 't', isError: false, result: 'r', seq: 1 }],
  ],
])('a row gives back %s', (_, events) => {
  const row = rowOf({ run: 2, events, replaces: false });
  expect(row).toMatchObject({ run: 2, lastSeq: events.length });
  expect(pageOf([row])).toEqual({ run: 2, events });
});
