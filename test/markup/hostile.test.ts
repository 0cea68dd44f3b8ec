import { describe, expect, it } from 'vitest';
import { discord } from '../../src/channels/discord/index.ts';
import { email } from '../../src/channels/email/index.ts';
import { slack } from '../../src/channels/slack/index.ts';
import { telegram } from '../../src/channels/telegram/index.ts';
import { parseMarkdown } from '../../src/markup/parse/parse-markdown.ts';
import { cpuClock } from '../cpu-clock.ts';
import { READINGS } from './readers.ts';

const CHANNELS = [telegram, slack, discord, email];
const HTML_MAIL = { ...email.content, format: 'html' } as const;

function printAll(text: string): void {
  for (const { print, content } of CHANNELS) print([], text, content);
  email.print([], text, HTML_MAIL);
}

function cpuMs(work: () => void): number {
  const spentMs = cpuClock();
  work();
  return spentMs();
}

const filled = (unit: string, units: number) => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
const LONG = 60_000;

/** Inputs that make other parsers take quadratic time, overflow the stack, or drop text. */
const BOMBS: Readonly<Record<string, string>> = {
  '3,000 nested quotes': `${'> '.repeat(3_000)}the end`,
  '20,000 nested quotes': `${'>'.repeat(20_000)} the end`,
  '1,000 nested lists': `${'- '.repeat(1_000)}the end`,
  'a stair of 300 lists': `${Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')} the end`,
  '100,000 backticks': `${'`'.repeat(100_000)} the end`,
  'backticks in every number': `${Array.from({ length: 400 }, (_, count) => '`'.repeat(count)).join(' ')} the end`,
  '50,000 brackets': `${'['.repeat(50_000)} the end`,
  '50,000 closed brackets': `${'['.repeat(50_000)}a${']'.repeat(50_000)} the end`,
  '10,000 nested pictures': `${'!['.repeat(10_000)}a${'](b)'.repeat(10_000)} the end`,
  'links in links': `${'['.repeat(10_000)}a${'](https://a.example)'.repeat(10_000)} the end`,
  'stars that all open': `${filled('*a ', LONG)}b* the end`,
  'marks without a space': `${filled('a*', LONG)} the end`,
  'emphasis in emphasis': `${filled('**a *b ', LONG)}${filled('* **', LONG)} the end`,
  'open strikes': `${filled('~~a ', LONG)} the end`,
  'lines of one list item': `- ${filled('  a\n', LONG)}\n\nthe end`,
  'list items': `${filled('- a\n', LONG)}\n\nthe end`,
  headings: `${filled('# a\n', LONG)}the end`,
  'lazy quotes': `> ${filled('a\n', LONG)}\n\nthe end`,
  'a table of 1,000 columns': `${filled('|a', 2_000)}|\n${filled('|-', 2_000)}|\n${filled('|b', LONG)}\n\nthe end`,
  'bars without a table': `${filled('|', LONG)} the end`,
  addresses: `${filled('a@', LONG)} the end`,
  schemes: `${filled('http://', LONG)} the end`,
  'URLs without a space between them': `${filled('https://a.example!!!', 4 * LONG)} the end`,
  'a URL of brackets': `https://a.example/${filled('(', LONG)} the end`,
  'open formulas': `${filled('\\[\n', LONG)}\nthe end`,
  dollars: `${filled('$a ', LONG)} the end`,
  definitions: `${Array.from({ length: 2_000 }, (_, at) => `[${at}]: https://a.example/${at}`).join('\n')}\n\nthe end`,
  'open tags': `${filled('<a ', LONG)} the end`,
  'open comments': `a ${filled('<!-- ', LONG)} the end`,
  'open CDATA': `a ${filled('<![CDATA[~~~\n', LONG)} the end`,
  entities: `${filled('&copy;', LONG)} the end`,
  backslashes: `${filled('\\', LONG)} the end`,
  'blank lines': `*a*${'\n'.repeat(LONG)}the end`,
  spaces: `*a*${' '.repeat(LONG)}the end`,
};

describe('a hostile text', () => {
  it.each(Object.entries(BOMBS))('%s: is printed whole, in linear time', (_name, text) => {
    for (const { print, content } of CHANNELS) {
      let end = '';
      const elapsed = cpuMs(() => {
        end = print([], text, content).parts.at(-1)?.content ?? '';
      });
      expect(end).toContain('the end');
      // Quadratic time would take minutes.
      expect(elapsed).toBeLessThan(3_000);
    }
  });

  it('grows in time as in length, whatever is repeated', () => {
    for (const unit of ['*a ', '[a](https://a.example) ', '- a\n', '> a\n', '`a ', '**🙂** ', 'a\n\n', '|a|b|\n']) {
      printAll(filled(unit, 8_000));
      const short = Math.min(...[1, 2, 3].map((run) => cpuMs(() => printAll(filled(unit, 8_000) + run))));
      const long = Math.min(...[1, 2].map((run) => cpuMs(() => printAll(filled(unit, 64_000) + run))));
      // Eight times the text; quadratic would be 64 times the work.
      expect([unit, long < 30 * short + 100]).toEqual([unit, true]);
    }
  }, 120_000);

  it('of a megabyte does not hold the event loop, on any channel', () => {
    const units = [
      'word and word. ',
      '**bold** `code` [a](https://a.example) ',
      '&',
      '*',
      '\\',
      '<!channel> ',
      '🙂',
      '\n',
    ];
    for (const { name, print, content } of CHANNELS) {
      for (const unit of units) {
        const text = `x${filled(unit, 1_000_000)}x`;
        const fastest = Math.min(...[1, 2, 3].map(() => cpuMs(() => print([], text, content))));
        expect([name, unit, fastest < 150]).toEqual([name, unit, true]);
      }
    }
  }, 120_000);

  it('of more than 256 kB is shown as it was written', () => {
    const text = `**bold** ${'a'.repeat(262_144)}`;
    expect(telegram.print([], text, telegram.content).parts[0]?.content).toMatch(/^\*\*bold\*\* /);
    expect(discord.print([], text, discord.content).parts[0]?.content).toMatch(/^\\\*\\\*bold\\\*\\\* /);
    expect(slack.print([], text, slack.content).parts[0]?.content.replaceAll('\u200b', '')).toMatch(/^\*\*bold\*\* /);
    const url = `https://a.example/x_y ${'a'.repeat(262_144)}`;
    expect(discord.print([], url, discord.content).parts[0]?.content).toMatch(/^https:\/\/a\.example\/x_y /);
  });

  it('that the parser cannot read is words', () => {
    const unreadable = { toString: () => '' } as unknown as string;
    expect(parseMarkdown(unreadable, { hasTables: true })).toEqual([
      { type: 'paragraph', gap: 1, children: [{ type: 'text', text: unreadable }] },
    ]);
  });

  it('keeps what is nested too deep, as words', () => {
    const deep = `${'> '.repeat(40)}inner words`;
    for (const { dialect, read } of Object.values(READINGS)) {
      expect(read(dialect.print(parseMarkdown(deep, dialect)))).toContain('inner words');
    }
  });
});
