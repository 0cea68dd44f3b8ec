import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, escapeMarkdown, escapeMrkdwn } from '../../src/markup/escape.ts';
import { splitText } from '../../src/markup/split-text.ts';

/** Half a pair, and what draws nothing though it is no white space: a part of such alone is no part. */
const LONE_OR_BLANK = /\p{Surrogate}|(?!\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const glyphs = fc.array(
  fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '👨‍👩‍👧‍👦',
      '🇩🇪',
      'e\u0301',
      ' ',
      '\n',
      '\n\n',
      '. ',
      '。',
      '&',
      '<',
      '*',
      '\\',
      'https://a.example/x_y',
      '<https://_>',
    ),
  ),
  { maxLength: 120 },
);

describe('splitting text', () => {
  it('leaves a text that fits as it is', () => {
    expect(splitText('one', 3)).toEqual(['one']);
    expect(splitText('', 3)).toEqual([]);
  });

  it('cuts after a paragraph, else a line, else a sentence, else a word', () => {
    expect(splitText('aaaa bbbb\n\ncc dd', 13)).toEqual(['aaaa bbbb\n\n', 'cc dd']);
    expect(splitText('aaaa bbbb\ncc. dd', 13)).toEqual(['aaaa bbbb\n', 'cc. dd']);
    expect(splitText('aaaa bbbb. cc ddd', 14)).toEqual(['aaaa bbbb. ', 'cc ddd']);
    expect(splitText('aaaa bbbb cc ddd', 14)).toEqual(['aaaa bbbb cc ', 'ddd']);
    expect(splitText('我们走吧。明天再来一次', 8)).toEqual(['我们走吧。', '明天再来一次']);
  });

  it('makes no tiny part when a paragraph ends near its start', () => {
    expect(splitText('a\n\nbbbb bbbb bbbb', 12)).toEqual(['a\n\nbbbb ', 'bbbb bbbb']);
  });

  it('cuts a text without white space between characters [CH-23]', () => {
    expect(splitText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    const parts = splitText(`a${'🙂'.repeat(4096)}`, 4096);
    expect(parts.map((part) => part.length)).toEqual([4095, 4096, 2]);
    expect(parts.every((part) => !/\p{Surrogate}/u.test(part))).toBe(true);
  });

  it('keeps families, flags and accents whole', () => {
    expect(splitText('👨‍👩‍👧👨‍👩‍👧', 10)).toEqual(['👨‍👩‍👧', '👨‍👩‍👧']);
    expect(splitText('🇩🇪🇫🇷🇩🇪', 6)).toEqual(['🇩🇪', '🇫🇷', '🇩🇪']);
    expect(splitText('abce\u0301', 4)).toEqual(['abc', 'e\u0301']);
  });

  it('cuts a cluster that is longer than a part between code points', () => {
    expect(splitText(`e${'\u0301'.repeat(5)}`, 3)).toEqual(['e\u0301\u0301', '\u0301\u0301\u0301']);
    expect(splitText('🙂🙂', 1)).toEqual(['🙂', '🙂']);
  });

  it('leaves out what would show nothing, and keeps white space with the part before it', () => {
    expect(splitText(`abc${' '.repeat(10)}def`, 4)).toEqual(['abc ', ' def']);
    expect(splitText('\u200b'.repeat(9), 4)).toEqual([]);
  });

  it('measures parts as they are sent, so that no escape sequence is cut', () => {
    expect(splitText('a&b&c', 6, escapeHtml)).toEqual(['a&', 'b&', 'c']);
    expect(splitText('abc"', 5, escapeHtml)).toEqual(['abc', '"']);
    expect(splitText('****', 5, escapeMarkdown)).toEqual(['**', '**']);
    const [first = '', ...others] = splitText(`${'&'.repeat(10)}${'a'.repeat(90)}`, 100, escapeMrkdwn);
    expect(first.length + 40).toBeGreaterThanOrEqual(90);
    expect(first.length + 40).toBeLessThanOrEqual(100);
    expect(others).toEqual(['a'.repeat(100 - first.length)]);
    expect(splitText('&&', 2, escapeMrkdwn)).toEqual(['&', '&']);
    for (const part of splitText('<https://_>\u0301\u0301aaaa', 11, escapeMarkdown)) {
      expect(escapeMarkdown(part).length).toBeLessThanOrEqual(11);
    }
  });

  it('gives parts that fit and are the text again when joined', () => {
    fc.assert(
      fc.property(glyphs, fc.integer({ min: 8, max: 200 }), (pieces, max) => {
        const text = pieces.join('').replace(LONE_OR_BLANK, '');
        for (const escapeText of [escapeHtml, escapeMrkdwn, escapeMarkdown]) {
          const parts = splitText(text, max, escapeText);
          for (const part of parts) {
            expect(escapeText(part).length).toBeLessThanOrEqual(max);
            expect(part.trim()).not.toBe('');
            expect(/\p{Surrogate}/u.test(part)).toBe(false);
          }
          expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['\u2800', '\u3164', '\uffa0'])('gives no part that draws nothing (%j)', (blank) => {
    expect(splitText(`${'a'.repeat(20)} ${blank}`, 20)).toEqual(['a'.repeat(20)]);
    expect(splitText(`a${blank}b`, 20)).toEqual([`a${blank}b`]);
  });

  it('cuts at graphemes only, also in a run of flags', () => {
    const visible = fc.array(
      fc.constantFrom(
        'a',
        'é',
        'e\u0301',
        '🙂',
        '👨‍👩‍👧',
        '🇩🇪',
        '🇫',
        '👍🏽',
        'क्षि',
        '한',
        '\u1100\u1161',
        'x y',
        '©\ufe0f',
      ),
      { maxLength: 200 },
    );
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(visible, fc.integer({ min: 24, max: 120 }), (pieces, max) => {
        const text = pieces.join('');
        const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index));
        let at = 0;
        for (const part of splitText(text, max)) {
          expect(boundaries.has(at)).toBe(true);
          at += part.length;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
