import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slashAction } from '../../../../src/protocol/ui/block-actions/slash.ts';

const check = (command: unknown) => slashAction({ kind: 'slash', command });

describe('a command', () => {
  it.each([
    '/buy',
    '/buy ',
    '/buy 100 BTC',
    '/a-b_9 x',
    '/buy $5 <b>&"',
    '/ask Grüße 🙂 中文',
    `/b ${'x'.repeat(253)}`,
  ])('may be %j [UBP-42]', (command) => {
    expect(check(command)).toEqual({ action: { kind: 'slash', command } });
  });

  it.each([
    ['buy', 'not_a_command'],
    ['', 'not_a_command'],
    ['/', 'not_a_command'],
    ['/ buy', 'not_a_command'],
    ['/Buy', 'not_a_command'],
    ['/9buy', 'not_a_command'],
    ['//buy', 'not_a_command'],
    ['/buy!', 'not_a_command'],
    [`/${'a'.repeat(33)}`, 'not_a_command'],
    ['/buy\n/sell', 'bad_character'],
    ['/buy\r', 'bad_character'],
    ['/buy\t1', 'bad_character'],
    ['/buy \u0000', 'bad_character'],
    ['/buy \u007f', 'bad_character'],
    ['/buy \u0085', 'bad_character'],
    ['/buy \u2028', 'bad_character'],
    ['/buy \u2029', 'bad_character'],
    ['/buy \u202e', 'bad_character'],
    ['/buy \u2066', 'bad_character'],
    ['/buy \u200b', 'bad_character'],
    ['/buy \u200d', 'bad_character'],
    ['/buy \ufeff', 'bad_character'],
    ['/buy \ud800', 'bad_character'],
    [`/b ${'x'.repeat(254)}`, 'too_long'],
    [7, 'wrong_fields'],
  ])('may not be %j [UBP-42]', (command, refusal) => {
    expect(check(command)).toEqual({ refusal });
  });

  it('has exactly its fields [UBP-39]', () => {
    expect(slashAction({ kind: 'slash', command: '/buy', submit: true })).toEqual({ refusal: 'wrong_fields' });
    expect(slashAction({ kind: 'slash' })).toEqual({ refusal: 'wrong_fields' });
  });

  it('that is accepted is one line that begins with a slash, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => {
        const checked = check(`/buy ${rest}`);
        if ('action' in checked) expect(checked.action.command).toMatch(/^\/buy [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
      }),
      { numRuns: 2_000 },
    );
  });
});
