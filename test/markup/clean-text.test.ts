import { describe, expect, it } from 'vitest';
import { cleanText, isBlank } from '../../src/markup/clean-text.ts';

describe('cleaning text', () => {
  it('leaves ordinary text as it is', () => {
    expect(cleanText('Hello\n\tworld, שלום 👍🏽')).toBe('Hello\n\tworld, שלום 👍🏽');
  });

  it('replaces lone surrogates and drops control characters', () => {
    expect(cleanText('a\ud83db\ude00c')).toBe('a\ufffdb\ufffdc');
    expect(cleanText('a\0b\u0007c\u0085d\u007f')).toBe('abcd');
    expect(cleanText('a\ud83d\0\ude00')).toBe('a\ufffd\ufffd');
  });

  it('makes every line end a newline', () => {
    expect(cleanText('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });
});

describe('a blank text', () => {
  it('shows nothing', () => {
    for (const blank of ['', ' \n\t', '\u00a0\u3000', '\u200b\u2060\ufeff', '\u00ad', '\u3164', '\u2800']) {
      expect(isBlank(blank)).toBe(true);
    }
    for (const seen of ['a', '.', ' é ', '🙂', '\ufffd', '\u0301']) expect(isBlank(seen)).toBe(false);
  });
});
