import { describe, expect, it } from 'vitest';
import { ToolCalls } from '../../../src/producers/stage/tool-calls.ts';
import { jsonWith } from '../../../src/protocol/json-once.ts';

const argsTold = (args: unknown) => {
  const event = new ToolCalls().called({ type: 'tool_call', tool: 'find', args });
  if (event.type !== 'tool_call') throw new Error('No call was told.');
  return event.args;
};

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
