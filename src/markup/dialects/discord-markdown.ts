import { escapeMarkdown } from '../escape.ts';
import type { Dialect } from './dialect.ts';
import { labelAndTarget } from './plain-text.ts';
import { printBlocks } from './print-blocks.ts';
import type { Style } from './style.ts';

/** Discord's own Markdown, of which it counts every character. Discord documentation, Markdown Text 101, read 2026-11. */
export const discordMarkdown: Dialect = {
  print: (blocks) => printBlocks(blocks, STYLE),
  escape: (text) => escapeMarkdown(text).replace(LINE_LIKE_ENTRY, '\\-'),
  literals: { always: {}, outsideUrls: escaped('\\*_~`|><#[@-.') },
  countsWords: false,
  keepsPlainText: true,
  hasTables: false,
  sizeOf: (printed) => printed.length,
};

const ZERO_WIDTH_SPACE = '\u200b';

/** Discord knows headings down to here. */
const MAX_HEADING_LEVEL = 3;
const LANGUAGE = /^[a-z0-9_+\-.#]{1,32}(?=\s|$)/i;
const BEGINS_LIKE_MARK = /^[^\S\n]*[-\d]/;
/** A line that would become an entry of a list, or small print. What is looked for first is rare: that makes it quick. */
const LINE_LIKE_ENTRY = /-(?<=^[^\S\n]*-)(?=[\s#])/gm;
const LINE_LIKE_NUMBER = /\.(?<=^[^\S\n]*\d{1,9}\.)(?=\s)/gm;
/** In a label, these end it, or make Discord show the whole link as words. */
const LABEL_BREAKER = /[[\]\n`]|:\/\//;
const BEFORE_BACKTICK = /`(?=`)/g;
/** What Discord leaves out at the end of a URL. */
const LEAVES_URL_ALONE = /^[.,:;"'\])]*$/;

const STYLE: Style = {
  text: escapeMarkdown,
  strong: (inner) => `**${inner}**`,
  emphasis: (inner) => `*${inner}*`,
  strike: (inner) => `~~${inner}~~`,
  span: spanned,
  link(url, label, words) {
    if (url.startsWith('mailto:')) return escapeMarkdown(labelAndTarget(url, words));
    if (LABEL_BREAKER.test(words)) return `${label} (<${url}>)`;
    return `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  },
  linkHolds: 'marks and code',
  // Discord reads on up to white space, backslashes and marks included.
  url: (url, next) => (LEAVES_URL_ALONE.test(next) ? url : `<${url}>`),
  seam: (left, right) => (left === right && /[*_~`|]/.test(left) ? ZERO_WIDTH_SPACE : ''),
  guardLines: guarded,
  headingMark: (level, isInList) => (level > MAX_HEADING_LEVEL || isInList ? undefined : `${'#'.repeat(level)} `),
  code: (info, code) => fenced(LANGUAGE.exec(info)?.[0] ?? '', code),
  table: (lines) => fenced('', lines),
  setsBlocksIn: false,
  // A quote in a quote shows its mark as a word.
  quote(inner, depth) {
    const mark = depth === 1 ? '> ' : '\\> ';
    return mark + inner.replaceAll('\n', `\n${mark}`);
  },
  bullet: () => '- ',
  box: (isDone) => (isDone ? '- ☑ ' : '- ☐ '),
  number: (written, countsUp) => (countsUp ? written : written.replace('.', '\\.')),
};

function guarded(printed: string): string {
  if (!printed.includes('\n') && !BEGINS_LIKE_MARK.test(printed)) return printed;
  return printed.replace(LINE_LIKE_ENTRY, '\\-').replace(LINE_LIKE_NUMBER, '\\.');
}

function spanned(code: string): string {
  if (code.trim() === '') return escapeMarkdown(code);
  if (!code.includes('`')) return `\`${code}\``;
  // Three backticks would open a block.
  const words = code.replaceAll(BEFORE_BACKTICK, `\`${ZERO_WIDTH_SPACE}`);
  const space = words.startsWith('`') || words.endsWith('`') ? ' ' : '';
  return `\`\`${space}${words}${space}\`\``;
}

function fenced(language: string, code: string): string {
  const words = code.includes('```') ? code.replaceAll('``', `\`${ZERO_WIDTH_SPACE}\``) : code;
  return `\`\`\`${language}\n${words}\n\`\`\``;
}

function escaped(characters: string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, `\\${character}`]));
}
