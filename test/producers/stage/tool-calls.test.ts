import { describe, expect, it } from 'vitest';
import { ToolCalls } from '../../../src/producers/stage/tool-calls.ts';
import { jsonWith } from '../../../src/protocol/json-once.ts';

const argsTold = (args: unknown) => {
  const event = new ToolCalls().called({ type: 'tool_call', tool: 'find', args });
  if (event.type !== 'tool_call') throw new Error('No call was told.');
  return event.args;
};

describe('what came of a call', () => {
  const called = (call: object) => ({ type: 'tool_call' as const, tool: 'find', args: {}, ...call });
  const answered = (result: object) => ({ type: 'tool_result' as const, tool: 'find', result: 1, ...result });

  it('stands under the call that it was made for, whether its result says so or not', () => {
    const calls = new ToolCalls();
    calls.called(called({ id: 'p' }));
    calls.called(called({ id: 'c', parent: 'p' }));
    expect(calls.answered(answered({ id: 'c' }), 1)).toMatchObject([{ callId: 'c', parentId: 'p' }]);
    expect(calls.answered(answered({ id: 'p' }), 1)[0]).not.toHaveProperty('parentId');
  });

  it('is told once', () => {
    const calls = new ToolCalls();
    calls.called(called({ id: 'a' }));
    expect(calls.answered(answered({ id: 'a' }), 1)).toHaveLength(1);
    expect(calls.answered(answered({ id: 'a' }), 1)).toEqual([]);
    calls.called(called({ id: 'a' }));
    expect(calls.answered(answered({ id: 'a' }), 1)).toHaveLength(1);
  });

  it('is told once, also where it named no call the first time', () => {
    const calls = new ToolCalls();
    calls.called(called({ id: 'a' }));
    expect(calls.answered(answered({}), 1)).toHaveLength(1);
    expect(calls.answered(answered({ id: 'a' }), 1)).toEqual([]);
  });

  it('belongs to the oldest open call of its tool when it names none', () => {
    const calls = new ToolCalls();
    calls.called(called({ id: 'a' }));
    const { callId } = calls.called(called({})) as { callId: string };
    expect(calls.answered(answered({}), 1)).toMatchObject([{ type: 'tool_result', callId }]);
    expect(calls.answered(answered({}), 1)).toMatchObject([{ type: 'tool_result', callId: 'a' }]);
    expect(calls.answered(answered({}), 1)).toMatchObject([{ type: 'tool_call', args: null }, { type: 'tool_result' }]);
  });

  it('brings its arguments, where an MCP result has them and no call was told', () => {
    const result = { type: 'mcp_result' as const, server: 's', tool: 'find', args: { q: 'x' }, result: 1 };
    expect(new ToolCalls().answered(result, 1)[0]).toMatchObject({ type: 'tool_call', args: { q: 'x' } });
  });
});

describe('what is told of a call', () => {
  it.each<[string, unknown, unknown]>([
    ['an object', { q: ['x', { y: 1 }] }, { q: ['x', { y: 1 }] }],
    ['a list', [1, null], [1, null]],
    ['a text', 'x', 'x'],
    ['a key that is only called so', { toJSON: 1 }, { toJSON: 1 }],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['nothing', undefined, null],
    ['what is no JSON', 1n, null],
    ['what holds something that is no JSON', { n: 1n }, null],
    ['a text that is too long', 'x'.repeat(16_384), null],
    ['an object that is too long', { x: 'x'.repeat(16_384) }, null],
  ])('of %s', (_, args, expected) => {
    expect(argsTold(args)).toEqual(expected);
  });

  it('is what it was then, whatever an agent does with the same object later', () => {
    const args = { who: 'ann', more: { of: 'ann' } };
    const first = argsTold(args);
    args.who = 'bo';
    args.more.of = 'bo';
    const second = argsTold(args);
    expect([first, second].map((one) => jsonWith({}, 'args', one))).toEqual([
      '{"args":{"who":"ann","more":{"of":"ann"}}}',
      '{"args":{"who":"bo","more":{"of":"bo"}}}',
    ]);
  });
});
