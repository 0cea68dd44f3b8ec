import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/callback/seal.ts';

const SECRET = 'a secret of more than 16 bytes';
const OTHER = 'another secret, also long enough';

describe('a minted id', () => {
  it('is ui_ and 21 characters without a hyphen [MUXI-10]', () => {
    const seal = createSeal({ secrets: [SECRET] });
    for (let round = 0; round < 500; round++) {
      expect(seal.mint('telegram:42')).toMatch(/^ui_[0-9A-Za-z_]{21}$/);
    }
  });

  it('is never minted twice', () => {
    const seal = createSeal({ secrets: [SECRET] });
    const ids = new Set(Array.from({ length: 20_000 }, () => seal.mint('telegram:42')));
    expect(ids.size).toBe(20_000);
  });

  it('fits its conversation and no other [MUXI-30]', () => {
    const seal = createSeal({ secrets: [SECRET] });
    const id = seal.mint('telegram:42');
    expect(seal.fits(id, ['telegram:42'])).toBe(true);
    expect(seal.fits(id, ['telegram:43'])).toBe(false);
    expect(seal.fits(id, ['telegram:4'])).toBe(false);
    expect(seal.fits(id, [])).toBe(false);
  });

  it('fits under every name that the conversation ever had', () => {
    const seal = createSeal({ secrets: [SECRET] });
    expect(seal.fits(seal.mint('telegram:-5'), ['telegram:-100777', 'telegram:-5'])).toBe(true);
  });

  it('fits in another process with the same secret', () => {
    const id = createSeal({ secrets: [SECRET] }).mint('slack:C1');
    expect(createSeal({ secrets: [SECRET] }).fits(id, ['slack:C1'])).toBe(true);
    expect(createSeal({ secrets: [OTHER] }).fits(id, ['slack:C1'])).toBe(false);
  });

  it('fits while its secret is listed, wherever: the first signs, all verify', () => {
    const old = createSeal({ secrets: [OTHER] }).mint('slack:C1');
    const rotated = createSeal({ secrets: [SECRET, OTHER] });
    expect(rotated.fits(old, ['slack:C1'])).toBe(true);
    expect(createSeal({ secrets: [OTHER] }).fits(rotated.mint('slack:C1'), ['slack:C1'])).toBe(false);
  });

  it('stops fitting when any one of its characters changes', () => {
    const seal = createSeal({ secrets: [SECRET] });
    const id = seal.mint('discord:9');
    for (let at = 3; at < id.length; at++) {
      const changed = id.slice(0, at) + (id[at] === 'x' ? 'y' : 'x') + id.slice(at + 1);
      expect(seal.fits(changed, ['discord:9'])).toBe(false);
    }
  });

  it.each(['', 'ui_', 'ui_short', `ui_${'a'.repeat(22)}`, `ui_${'é'.repeat(21)}`, `xx_${'a'.repeat(21)}`])(
    'is not %j',
    (id) => {
      expect(createSeal({ secrets: [SECRET] }).fits(id, ['telegram:42'])).toBe(false);
    },
  );

  it('stays the same for the same randomness: a pin of the format, for buttons that are out there', () => {
    const seal = createSeal({
      secrets: ['0123456789abcdef'],
      randomBytes: (size) => new Uint8Array(size).map((_, at) => at),
    });
    expect(seal.mint('telegram:42')).toBe('ui_0123456789AO5LBMKWM4Z');
  });

  it('uses every character equally often, at random and in the seal', () => {
    const seal = createSeal({ secrets: [SECRET] });
    const counts = new Map<string, number>();
    const rounds = 6000;
    for (let round = 0; round < rounds; round++) {
      for (const character of seal.mint('telegram:42').slice(3)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const expected = (rounds * 21) / 63;
    let chiSquare = 0;
    for (const count of counts.values()) chiSquare += (count - expected) ** 2 / expected;
    expect(counts.size).toBe(63);
    // 62 degrees of freedom: above 130 once in a million fair runs. A modulo of 256 by 63 gives some 500.
    expect(chiSquare).toBeLessThan(130);
  });

  it('passes over bytes that would favour some characters', () => {
    const bytes = [252, 253, 254, 255, ...Array.from({ length: 11 }, () => 62)];
    const seal = createSeal({ secrets: [SECRET], randomBytes: () => new Uint8Array(bytes) });
    expect(seal.mint('telegram:42').slice(3, 14)).toBe('___________');
  });
});

describe('secrets', () => {
  it('need 16 bytes at least', () => {
    expect(() => createSeal({ secrets: ['0123456789abcde'] })).toThrowError(
      expect.objectContaining({ code: 'secret_required' }),
    );
    expect(() => createSeal({ secrets: [SECRET, 'short'] })).toThrowError(
      expect.objectContaining({ code: 'secret_required' }),
    );
    expect(() => createSeal({ secrets: ['ääääääää'] })).not.toThrow();
  });

  it('are needed at all', () => {
    expect(() => createSeal({ secrets: [] })).toThrowError(expect.objectContaining({ code: 'secret_required' }));
  });

  it('are not told in the error', () => {
    expect(() => createSeal({ secrets: ['hunter2'] })).toThrowError(expect.not.stringContaining('hunter2'));
  });
});
