import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipLabel } from '../../src/markup/clip-label.ts';

describe('clipping a label', () => {
  it('leaves a short one as it is', () => {
    expect(clipLabel('United States', 64, 'grapheme')).toBe('United States');
    expect(clipLabel('日本語', 3, 'utf16')).toBe('日本語');
  });

  it('cuts at a grapheme, with an ellipsis inside the limit [CH-39]', () => {
    expect(clipLabel('abcdef', 4, 'utf16')).toBe('abc…');
    const label = `${'a'.repeat(73)}👨‍👩‍👧${'b'.repeat(20)}`;
    expect(clipLabel(label, 75, 'utf16')).toBe(`${'a'.repeat(73)}…`);
  });

  it('counts graphemes where the platform does, within four units each', () => {
    expect(clipLabel('🙂🙂🙂', 3, 'grapheme')).toBe('🙂🙂🙂');
    expect(clipLabel('🙂🙂🙂🙂', 3, 'grapheme')).toBe('🙂🙂…');
    expect(clipLabel(`e${'\u0301'.repeat(100)}`, 3, 'grapheme')).toHaveLength(12);
  });

  it('is one line of visible words', () => {
    expect(clipLabel('  a\n\tb \0 c  ', 64, 'grapheme')).toBe('a b c');
    expect(clipLabel('a\u202eb', 64, 'grapheme')).toBe('ab');
  });

  it('is empty when nothing of it would be seen', () => {
    for (const unseen of ['', '   ', '\n', '\0', '\u200b\u200d', '\u3164', '\u2800']) {
      expect(clipLabel(unseen, 64, 'grapheme')).toBe('');
    }
  });

  it('fits and is well-formed, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 2, max: 80 }), (label, max) => {
        for (const half of ['', '\ud83d']) {
          const clipped = clipLabel(label + half, max, 'utf16');
          expect(clipped.length).toBeLessThanOrEqual(max);
          expect(/[\p{Surrogate}\p{Cc}]/u.test(clipped)).toBe(false);
        }
      }),
    );
  });
});
