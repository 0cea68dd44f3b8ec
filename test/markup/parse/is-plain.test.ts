import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlain } from '../../../src/markup/parse/is-plain.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';
import { cpuClock } from '../../cpu-clock.ts';
import { READINGS } from '../readers.ts';

/** Pieces of what people write, with what could be Markdown in the wrong place. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('word', 'Two words', 'a', 'Ärger', '地域。', 'שלום', '👨‍👩‍👧', '5') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ' ',
      '\n',
      '\n\n',
      '\n\n\n',
      ' - ',
      '. ',
      ', ',
      ': ',
      '   ',
      '\t',
      '  \n',
      '\u3000',
      '\u00a0',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('1. ', '2. ', '3. ', '1) ', '2) ', '10. ', '1.', '1.5', '01. ', '999999999. ', '1.\t'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'https://a.example/x?y=1&z=2',
      '(http://b.example/(c))',
      'https://u:p@c.example',
      'www.d.example',
      'ann@e.example',
      'http://f.example/~g',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '-',
      '+',
      '*',
      '_',
      '`',
      '~',
      '#',
      '>',
      '<',
      '=',
      '|',
      '&',
      ';',
      '!',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '$',
      '@',
      '"',
      "'",
      '{',
      '}',
      '/',
      '%',
      '^',
      '?',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '- ',
      '+ ',
      '# ',
      '> ',
      '---',
      '===',
      '```',
      '~~',
      '&amp;',
      '&lt',
      '<b>',
      '<a@b>',
      '<x:y>',
      '$$',
      '$5',
      '- [ ] ',
      '    ',
      '@everyone',
      'a_b',
      ':-',
      '<!channel>',
    ),
  },
);
const texts = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));

/** Markdown leaves white space out at the edges of lines and blocks. */
function withoutOuterSpace(text: string): string {
  return text
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();
}

describe('a plain text', () => {
  it('is one with sentences, numbered choices and URLs', () => {
    for (const text of [
      'Hello!',
      'a < b && c, 2 + 2 = 4 (really)? #1 is 10.5% - well.',
      'Which plan?\n\n1. Basic - 49 EUR\n2. Comfort\n3. None\n\nCompare: https://a.example/plans?id=42&x=1',
      'Pick\n1) one\n2) two',
      'First\n\n\n\nthen, set in:\n  this',
      'מה שלומך? \u2067אב\u2069',
      '1.5 million',
    ]) {
      expect([text, isPlain(text)]).toEqual([text, true]);
    }
  });

  it('is none where Markdown could be', () => {
    for (const text of [
      '*a*',
      'a_b_',
      '`a`',
      '~~a~~',
      '[a](b)',
      '\\*',
      '# a',
      'a\n===',
      '> a',
      '- a',
      '+ a',
      '    code',
      '\tcode',
      'a | b\n--|--',
      '&copy;',
      '<https://a.example>',
      '2. a',
      '1. a\n1. b',
      '1. a\n3. b',
      '1. a\n2) b',
      '1. a\nb',
      '1. - a',
      '1.   a',
      ' 1. a',
      '1. a\n\n  b',
      '1. a\n\n1. b',
    ]) {
      expect([text, isPlain(text)]).toEqual([text, false]);
    }
  });

  it('says the same with the parser and without it, in every dialect', () => {
    const seen = { plain: 0 };
    fc.assert(
      fc.property(texts, (text) => {
        if (!isPlain(text)) return;
        seen.plain++;
        for (const { dialect } of Object.values(READINGS)) {
          if (!dialect.keepsPlainText) continue;
          const printed = dialect.print(parseMarkdown(text, dialect));
          expect(withoutOuterSpace(printed)).toBe(withoutOuterSpace(dialect.escape(text)));
        }
      }),
      { numRuns: 20_000 },
    );
    expect(seen.plain).toBeGreaterThan(1_000);
  });

  it('is told in linear time', () => {
    for (const unit of ['a', ' ', '\n', '1', '1. ', '1. a\n', '&a', '<a', ' \n', '\t', ':', '.', '1.\n']) {
      const spentMs = cpuClock();
      isPlain(unit.repeat(250_000 / unit.length));
      expect(spentMs()).toBeLessThan(100);
    }
  });
});
