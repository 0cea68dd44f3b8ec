import type { Dialect } from './dialects/dialect.ts';
import { asIs, type Escape } from './escape.ts';
import { isPlain } from './parse/is-plain.ts';
import { parseMarkdown } from './parse/parse-markdown.ts';
import { splitTree } from './split/split-tree.ts';
import { truncateTree } from './split/truncate-tree.ts';
import { splitText } from './split-text.ts';
import type { Block, Tree } from './tree/nodes.ts';
import { truncateText } from './truncate-text.ts';
import type { Said } from './words.ts';

/** What a message says: words that are shown as they are, or a tree. */
export type Body = string | Tree;

/** Longer texts, in UTF-16 units, are not read as Markdown but shown as they were written: that takes no time. */
const MAX_PARSED_UNITS = 262_144;

/** Reads a text that an agent wrote in Markdown. What was added to it is words. */
export function readBody(said: Said, dialect: Dialect): Body {
  const { text, added } = said;
  if (text.length > MAX_PARSED_UNITS || (dialect.keepsPlainText && isPlain(text))) return wordsOnly(said);
  const tree = parseMarkdown(text, dialect);
  return added.length === 0 ? tree : [...tree, ...added.map(literalParagraph)];
}

/** The same as words, its Markdown with them. */
export function wordsOnly({ text, added }: Said): string {
  return added.length === 0 ? text : [text, ...added].filter((words) => words !== '').join('\n\n');
}

function literalParagraph(words: string): Block {
  return { type: 'paragraph', gap: 2, children: [{ type: 'text', text: words }] };
}

export function printBody(body: Body, dialect: Dialect): string {
  return typeof body === 'string' ? dialect.escape(body) : dialect.print(body);
}

/** How much of a message of at most `maxUnits` a body takes, as the platform counts. Above `maxUnits` it is exact. */
export function sizeOfBody(body: Body, printed: string, maxUnits: number, dialect: Dialect): number {
  if (typeof body !== 'string') return dialect.sizeOf(printed, maxUnits);
  return dialect.countsWords ? body.length : printed.length;
}

/** Bodies of at most `maxUnits` each, none of them blank, that say the same in order. */
export function splitBody(body: Body, maxUnits: number, dialect: Dialect): Body[] {
  return typeof body === 'string' ? splitText(body, maxUnits, counted(dialect)) : splitTree(body, maxUnits, dialect);
}

/** The begin of a body, with a suffix, in at most `maxUnits`. */
export function truncateBody(body: Body, maxUnits: number, suffix: string, dialect: Dialect): Body {
  if (typeof body === 'string') return truncateText(body, maxUnits, suffix, counted(dialect));
  return truncateTree(body, maxUnits, suffix, dialect);
}

function counted(dialect: Dialect): Escape {
  return dialect.countsWords ? asIs : dialect.escape;
}
