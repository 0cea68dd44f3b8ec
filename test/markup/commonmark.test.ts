import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../src/markup/parse/parse-markdown.ts';
import { splitTree } from '../../src/markup/split/split-tree.ts';
import { loadOracles, type Oracles, oraclesMissing } from '../channels/contract/oracles.ts';
import { READINGS, readHtml } from './readers.ts';

const file = new URL('../../../shared/specs/misc/commonmark-0.31.2.json', import.meta.url);

interface Example {
  markdown: string;
  html: string;
  section: string;
  number: number;
}

function wordsOf(shown: string): string[] {
  // Marks may stand within a word, with and without a meaning.
  return shown.replace(/[*_~`\\]/g, '').match(/[A-Za-z0-9]+/g) ?? [];
}

/** What the reference shows; a picture as its words. */
function referenceWords({ html }: Example): string[] {
  return wordsOf(readHtml(html.replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1').replace(/<br \/>/g, ' ')));
}

/** HTML is text for us, and what it would hide is not; a relative link is text. */
function isOther({ section, number }: Example): boolean {
  return section === 'HTML blocks' || number === 570;
}

function firstMissing(words: readonly string[], shown: readonly string[]): string | undefined {
  let at = 0;
  for (const word of words) {
    at = shown.indexOf(word, at) + 1;
    if (at === 0) return word;
  }
  return undefined;
}

// Skipped where the specification is missing.
describe.skipIf(!existsSync(file))('the 652 examples of CommonMark', () => {
  const examples: Example[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  let oracles: Oracles | undefined;
  beforeAll(async () => {
    if (oraclesMissing === undefined) oracles = await loadOracles();
  });

  it('are all there', () => {
    expect(examples).toHaveLength(652);
  });

  it.each(Object.entries(READINGS))('say in %s what they say in HTML, whole and cut small', (name, reading) => {
    const { dialect, read, faults } = reading;
    const problems: string[] = [];
    for (const example of examples) {
      const tree = parseMarkdown(example.markdown, dialect);
      const whole = dialect.print(tree);
      const missing = firstMissing(referenceWords(example), wordsOf(read(whole)));
      if (!isOther(example) && missing !== undefined) problems.push(`${example.number}: no ${missing}`);
      for (const part of [whole, ...splitTree(tree, 40, dialect).map((cut) => dialect.print(cut))]) {
        problems.push(...faults(part).map((fault) => `${example.number}: ${fault}`));
        if (name !== 'telegram' || !oracles || read(part).trim() === '') continue;
        const verdict = oracles.telegram('sendMessage', { chat_id: 1, text: part, parse_mode: 'HTML' });
        problems.push(...verdict.map((fault) => `${example.number}: ${fault}`));
      }
    }
    expect(problems).toEqual([]);
  });
});
