import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCallback, isOwnVerb } from '../../src/callback/data.ts';
import { decodePrefill, encodePrefill, isPrefillVerb } from '../../src/callback/prefill.ts';
import { decodeSelection } from '../../src/callback/selection.ts';

const ID = 'ui_0123456789ABCDEFGHIJK';

describe('the callback string of a button that opens a form', () => {
  it('carries the command, whatever it says', () => {
    expect(encodePrefill(ID, 0, '/buy 100 BTC')).toBe(`${ID}#c0:/buy 100 BTC`);
    for (const command of ['/sell ', '/a #c1:b', 'ui_x#1', '/买 🙂 é', ` ${'x'.repeat(255)}`]) {
      expect(decodePrefill(encodePrefill(ID, 24, command))).toEqual({ name: `${ID}#c24`, command });
    }
  });

  it('is read back as it was written, or never written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(2_000), (command, place) => {
        const data = encodePrefill(ID, place, command);
        if (data !== undefined) expect(decodePrefill(data)?.command).toBe(command);
      }),
    );
  });

  it('answers nothing, and is nobody’s words [MUXI-32]', () => {
    for (const data of [`${ID}#c0:/buy`, `${ID}#c0:${ID}#1`, `${ID}#c0:`]) {
      expect([decodeCallback(data), decodeSelection([data])]).toEqual([undefined, undefined]);
      expect([isOwnVerb(data), isPrefillVerb(data)]).toEqual([true, true]);
    }
  });

  it.each([
    ['a line break', '/buy\n/sell'],
    ['a line break at its end', '/buy\n'],
    ['a control character', '/buy\u0007'],
    ['a character that turns what follows', '/buy \u202e001'],
    ['a line separator', '/buy\u2028now'],
    ['an unseen space', '/b\u200buy'],
    ['half a character', '/buy \ud83d'],
    ['nothing', ''],
    ['spaces only', '   '],
    ['257 characters', `/${'x'.repeat(256)}`],
  ])('is none where the command has %s [UBP-42]', (_what, command) => {
    expect(encodePrefill(ID, 0, command)).toBeUndefined();
    expect(decodePrefill(`${ID}#c0:${command}`)).toBeUndefined();
  });

  it.each(['', 'not-ours', 'ui_', 'ui_a-b', 'https://a.example'])('is none for the foreign id %j', (id) => {
    expect(encodePrefill(id, 0, '/buy')).toBeUndefined();
  });

  it.each([undefined, null, 7, {}, `${ID}#0`, `${ID}#ok`, `${ID}#c`, `${ID}#c0`, `${ID}#cx:/buy`, '#c0:/buy'])(
    'is not read from %j',
    (data) => {
      expect(decodePrefill(data)).toBeUndefined();
    },
  );
});
