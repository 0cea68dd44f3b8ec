import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/markup/dialects/dialect.ts';
import { discordMarkdown } from '../../../src/markup/dialects/discord-markdown.ts';
import { plainText } from '../../../src/markup/dialects/plain-text.ts';
import { telegramHtml } from '../../../src/markup/dialects/telegram-html.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';
import { truncateTree } from '../../../src/markup/split/truncate-tree.ts';

function truncated(markdown: string, maxUnits: number, dialect: Dialect = plainText, suffix = '…'): string {
  return dialect.print(truncateTree(parseMarkdown(markdown, dialect), maxUnits, suffix, dialect));
}

describe('truncating a tree', () => {
  it('closes what is open, and ends with the suffix', () => {
    expect(truncated('**abcdef** ghi', 9, discordMarkdown)).toBe('**abcd**…');
    expect(truncated('> **abcdef**', 12, discordMarkdown)).toBe('> **abcde**…');
    expect(truncated('- abc\n- defghi', 12)).toBe('- abc\n- def…');
    expect(truncated('```\nabcdefgh\n```', 14, discordMarkdown)).toBe('```\nabcd\n```\n…');
  });

  it('cuts at a grapheme, and counts as the platform does', () => {
    expect(truncated('*ab*👨‍👩‍👧cd', 6)).toBe('ab…');
    expect(truncated('**a & b & c**', 6, telegramHtml)).toBe('<b>a &amp; b</b>…');
  });

  it('closes directions that the cut leaves open [CH-65]', () => {
    expect(truncated('*a*\u2067bcdefgh\u2069', 6)).toBe('a\u2067bc\u2069…');
  });

  it('leaves a suffix out that does not fit', () => {
    expect(truncated('*abcdef*', 3, plainText, ' (more)')).toBe('abc');
  });
});
