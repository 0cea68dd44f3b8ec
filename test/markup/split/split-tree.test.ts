import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/markup/dialects/dialect.ts';
import { discordMarkdown } from '../../../src/markup/dialects/discord-markdown.ts';
import { plainText } from '../../../src/markup/dialects/plain-text.ts';
import { slackMrkdwn } from '../../../src/markup/dialects/slack-mrkdwn.ts';
import { telegramHtml } from '../../../src/markup/dialects/telegram-html.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';
import { splitTree } from '../../../src/markup/split/split-tree.ts';

function parts(markdown: string, maxUnits: number, dialect: Dialect = plainText): string[] {
  return splitTree(parseMarkdown(markdown, dialect), maxUnits, dialect).map((part) => dialect.print(part));
}

describe('splitting a tree', () => {
  it('leaves one that fits as it is', () => {
    expect(parts('*a*\n\nb', 40)).toEqual(['a\n\nb']);
    expect(parts('', 40)).toEqual([]);
  });

  it('cuts between blocks, where that does not leave a part half empty', () => {
    expect(parts('aaaa aaaa\n\nbbbb bbbb\n\ncc', 22)).toEqual(['aaaa aaaa\n\nbbbb bbbb', 'cc']);
    expect(parts('a\n\nbbbb bbbb bbbb bbbb', 16)).toEqual(['a\n\nbbbb bbbb', 'bbbb bbbb']);
  });

  it('cuts between items, else sentences, else words, else characters', () => {
    expect(parts('- aaaa bbbb\n- cccc dddd\n- e', 24)).toEqual(['- aaaa bbbb\n- cccc dddd', '- e']);
    expect(parts('*Aaaa bbb.* Cccc dddd eeee.', 16)).toEqual(['Aaaa bbb.', 'Cccc dddd eeee.']);
    expect(parts('*aaaa* bbbb cccc', 10)).toEqual(['aaaa bbbb', 'cccc']);
    expect(parts('**👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧**', 17)).toEqual(['👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧']);
  });

  it('keeps a heading with what follows it', () => {
    expect(parts('aaaa aaaa aaaa\n\n# Title\n\nbbbb bbbb bbbb', 26)).toEqual([
      'aaaa aaaa aaaa',
      'Title\n\nbbbb bbbb bbbb',
    ]);
  });

  it('opens what it cuts through again', () => {
    expect(parts('**aaaa *bbbb cccc* dddd**', 19, discordMarkdown)).toEqual(['**aaaa *bbbb***', '***cccc* dddd**']);
    expect(parts('> aaaa bbbb\n> cccc', 14, slackMrkdwn)).toEqual(['> aaaa bbbb', '> cccc']);
    expect(parts('[aaaa bbbb](https://a.example)', 40, telegramHtml)).toEqual([
      '<a href="https://a.example">aaaa bbbb</a>',
    ]);
    expect(parts(`[aaaa bbbb](https://a.example/${'x'.repeat(9)})`, 36, slackMrkdwn)).toEqual([
      '<https://a.example/xxxxxxxxx|aaaa>',
      '<https://a.example/xxxxxxxxx|bbbb>',
    ]);
  });

  it('goes on with an item without a second mark, and keeps the numbers', () => {
    expect(parts('7. aaaa bbbb cccc\n9. dddd', 14)).toEqual(['7. aaaa bbbb', 'cccc\n9. dddd']);
    expect(parts('- a\n  - bbbb\n  - cccc\n- d', 12)).toEqual(['- a\n  - bbbb', '- cccc\n- d']);
  });

  it('opens a fence again, with its language [CH-26]', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of code`);
    const cut = parts(`\`\`\`js title="x"\n${lines.join('\n')}\n\`\`\``, 2000, discordMarkdown);
    expect(cut.length).toBeGreaterThan(3);
    for (const part of cut) expect(part).toMatch(/^```js\nline [\s\S]*code\n```$/);
    expect(cut.map((part) => part.slice(6, -4)).join('\n')).toBe(lines.join('\n'));
  });

  it('keeps fences within the limit, whatever the info string [CH-26]', () => {
    for (const info of ['js', 'i'.repeat(300), `js ${'x'.repeat(300)}`]) {
      for (const [dialect, limit] of [
        [discordMarkdown, 2000],
        [slackMrkdwn, 3000],
        [telegramHtml, 4096],
      ] as const) {
        const cut = parts(`\`\`\`${info}\n${'x'.repeat(6_000)}\n\`\`\``, limit, dialect);
        for (const part of cut) expect(dialect.sizeOf(part, limit)).toBeLessThanOrEqual(limit);
        expect(cut.join('').replace(/[^x]/g, '').length).toBeGreaterThanOrEqual(6_000);
      }
    }
  });

  it('repeats the head of a table, with columns as wide as before', () => {
    expect(parts('|aa|b|\n|-|-|\n|1|2|\n|3|4|\n|5555|6|', 33)).toEqual([
      'aa    b\n----  -\n1     2\n3     4',
      'aa    b\n----  -\n5555  6',
    ]);
  });

  it('has the rows of a table as lines where not even one fits', () => {
    expect(parts('|aaaa|bbbb|\n|-|-|\n|1|2|', 12)).toEqual(['aaaa: 1', 'bbbb: 2']);
  });

  it('cuts a URL only where it fits no message, and then as words', () => {
    expect(parts('aaaa https://a.example/x bbbb', 22)).toEqual(['aaaa', 'https://a.example/x', 'bbbb']);
    expect(parts(`https://a.example/${'x'.repeat(30)}`, 20)).toEqual([
      'https://a.example/xx',
      'x'.repeat(20),
      'x'.repeat(8),
    ]);
  });

  it('has the URL of a link behind its words where the link fits no message', () => {
    const url = `https://a.example/${'x'.repeat(30)}`;
    expect(parts(`*a* [bb](${url}) c`, 52, discordMarkdown)).toEqual(['*a*', 'bb:', `${url} c`]);
    expect(parts(`> - ![bb](${url})`, 52, slackMrkdwn)).toEqual(['> • bb:', `> ${url}`]);
  });

  it('makes messages of at most 100 formatted pieces on Telegram', () => {
    const cut = parts('**a** '.repeat(250), 4096, telegramHtml);
    expect(cut.every((part) => part.split('<b>').length <= 101)).toBe(true);
    expect(cut.join('').replace(/[^a]/g, '')).toHaveLength(250);
  });

  it('ends where a message has room for half of a character', () => {
    const url = `https://a.example/${'x'.repeat(1977)}`;
    expect(parts(`[🙂](${url})`, 2001, discordMarkdown)).toEqual([`[🙂](${url})`]);
    expect(parts(`[🙂](${url})`, 2000, discordMarkdown)).toEqual([`🙂: ${url}`]);
    expect(parts('*a*👨‍👩‍👧', 1)).toEqual(['a', '👨', '👩', '👧']);
  });

  it('gives words where no mark fits at all', () => {
    expect(parts('**abc**', 4, discordMarkdown).join('')).toBe('abc');
    expect(parts('> - a b', 1).join('').replace(/\s/g, '')).toBe('ab');
  });
});
