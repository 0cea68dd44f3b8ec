import type { Dialect } from './dialects/dialect.ts';
import { asIs, type Escape } from './escape.ts';
import { isPlain } from './parse/is-plain.ts';
import { parseMarkdown } from './parse/parse-markdown.ts';
import { linearText } from './split/linear-text.ts';
import { splitTree } from './split/split-tree.ts';
import { truncateTree } from './split/truncate-tree.ts';
import { splitText } from './split-text.ts';
import type { Block, Tree } from './tree/nodes.ts';
import { withoutWideTables } from './tree/tables.ts';
import { truncateText } from './truncate-text.ts';
import { type Added, addedWords, type Said } from './words.ts';

/** What a message says: words that are shown as they are, or a tree. */
export type Body = string | Tree;

/** Longer texts, in UTF-16 units, are not read as Markdown but shown as they were written. */
const MAX_READ_UNITS = 262_144;

/** Whether a text is so long that even looking at its characters has to be quick. */
export function isVeryLong({ text }: Said): boolean {
  return text.length > MAX_READ_UNITS;
}

/** Reads a text that an agent wrote in Markdown. What was added to it is words and tables, with no marks in them. */
export function readBody(said: Said, dialect: Dialect): Body {
  const { text, added } = said;
  const isWordsOnly = added.every((paragraph) => typeof paragraph === 'string');
  if (isVeryLong(said) || (isWordsOnly && dialect.keepsPlainText && isPlain(text))) return wordsOnly(said);
  const tree = parseMarkdown(text, dialect);
  if (added.length === 0) return tree;
  const blocks = added.map(blockOf);
  return [...tree, ...(dialect.hasTables ? blocks : withoutWideTables(blocks))];
}

/** The same as words, its Markdown with them. */
export function wordsOnly({ text, added }: Said): string {
  return added.length === 0 ? text : [text, ...added.map(addedWords)].filter((words) => words !== '').join('\n\n');
}

function blockOf(added: Added): Block {
  if (typeof added !== 'string') return added.table;
  return { type: 'paragraph', gap: 2, children: [{ type: 'text', text: added }] };
}

export function printBody(body: Body, dialect: Dialect): string {
  return typeof body === 'string' ? dialect.escape(body) : dialect.print(body);
}

/** Whether a body has more characters than a message: no markup makes it shorter. */
export function isSurelyLonger(body: Body, maxUnits: number): boolean {
  return (typeof body === 'string' ? body : linearText(body, maxUnits)).length > maxUnits;
}

/** How much of a message of at most `maxUnits` a body takes, as the platform counts. Above `maxUnits` it is exact. */
export function sizeOfBody(body: Body, printed: string, maxUnits: number, dialect: Dialect): number {
  if (typeof body !== 'string') return dialect.sizeOf(printed, maxUnits);
  return dialect.countsWords ? body.length : printed.length;
}

/** Bodies of at most `maxUnits` each, none of them blank, that say the same in order. */
export function splitBody(body: Body, maxUnits: number, dialect: Dialect): Body[] {
  if (typeof body !== 'string') return splitTree(body, maxUnits, dialect);
  return dialect.splitWords?.(body, maxUnits) ?? splitText(body, maxUnits, counted(dialect));
}

/** The begin of a body, with a suffix, in at most `maxUnits`. */
export function truncateBody(body: Body, maxUnits: number, suffix: string, dialect: Dialect): Body {
  if (typeof body === 'string') return truncateText(body, maxUnits, suffix, counted(dialect));
  return truncateTree(body, maxUnits, suffix, dialect);
}

function counted(dialect: Dialect): Escape {
  return dialect.countsWords ? asIs : dialect.escape;
}
