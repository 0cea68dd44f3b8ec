import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/markup/dialects/plain-text.ts';
import { parseMarkdown } from '../../src/markup/parse/parse-markdown.ts';
import { bareUrlAt } from '../../src/protocol/bare-url.ts';
import { markdownText } from '../../src/protocol/markdown-text.ts';

describe('plain words in Markdown', () => {
  it('are as they are, when nothing in them is a mark', () => {
    for (const words of ['Yes, now', 'snake_case', 'a < b & c', '$5 (or 6)', '49 EUR - 10%', 'Ärger!', '1.5']) {
      expect(markdownText(words)).toBe(words);
    }
  });

  it('have a backslash before what would be one [CH-78]', () => {
    expect(markdownText('*a* _b_ `c` ~d~ [e](f) \\')).toBe('\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\[e](f) \\\\');
    expect(markdownText('# a\n- b\n1. c\n2) d\n> e\n===')).toBe('\\# a\n\\- b\n1\\. c\n2\\) d\n\\> e\n\\===');
    expect(markdownText('<=@0> a <= b, mail <=b@c>')).toBe('\\<=@0> a <= b, mail \\<=b@c>');
    expect(markdownText('<b> &amp; $x$')).toBe('\\<b> \\&amp; \\$x$');
  });

  it('keep URLs as they are', () => {
    expect(markdownText('*see* https://a.example/x_*y*_z?q=(1).')).toBe('\\*see\\* https://a.example/x_*y*_z?q=(1).');
    expect(markdownText('https://u:p@a.example/*x*')).toBe('https://u:p@a.example/\\*x\\*');
  });

  it('read as they were, whatever they are', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(
        '*',
        '_',
        '`',
        '```',
        '~~',
        '[',
        '](',
        '![',
        '<',
        '<=',
        '@a',
        '>',
        '&amp;',
        '\\',
        '#',
        '\n',
        '- ',
        '1. ',
        '|',
        '$',
        '$$',
        '\\[',
        '\\]',
        '    ',
        'https://a.example/_x_',
        '[^1]',
        '[^1]: ',
        '---',
        '===',
      ),
    );
    const shown = (words: string) =>
      words
        .replace(/\r\n?/g, '\n')
        .replace(/\p{Surrogate}/gu, '\ufffd')
        .replace(/[\s\p{Cc}]+/gu, '');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (words) => {
          const printed = plainText.print(parseMarkdown(markdownText(words), plainText));
          expect(shown(printed)).toBe(shown(words));
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('a URL in a text', () => {
  it('ends before the punctuation around it', () => {
    expect(bareUrlAt('https://a.example/x.', 0)).toBe('https://a.example/x');
    expect(bareUrlAt('(https://a.example/(x))', 1)).toBe('https://a.example/(x)');
    expect(bareUrlAt('"https://a.example"', 1)).toBe('https://a.example');
    expect(bareUrlAt('https://a.example/?x[1]=2](b', 0)).toBe('https://a.example/?x[1]=2');
  });

  it('is none within a word, or where nobody may be sent', () => {
    expect(bareUrlAt('xhttps://a.example', 1)).toBeUndefined();
    expect(bareUrlAt('https://u:p@a.example', 0)).toBeUndefined();
    expect(bareUrlAt('https://', 0)).toBeUndefined();
    expect(bareUrlAt('ftp://a.example', 0)).toBeUndefined();
  });
});
