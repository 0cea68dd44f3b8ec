import { escapeMrkdwn } from '../escape.ts';
import type { Dialect } from './dialect.ts';
import { printBlocks } from './print-blocks.ts';
import type { Style } from './style.ts';

/**
 * Slack's mrkdwn. `&`, `<` and `>` are escaped in all words, so nothing in them is a mention or a link. The other marks
 * have no escape there: zero-width spaces keep them from being read. docs.slack.dev, Formatting message text, read
 * 2026-11.
 */
export const slackMrkdwn: Dialect = {
  print: (blocks) => printBlocks(blocks, STYLE),
  escape: (text) => guarded(literal(text)),
  countsWords: false,
  keepsPlainText: true,
  hasTables: false,
  sizeOf: (printed) => printed.length,
};

const ZERO_WIDTH_SPACE = '\u200b';

const MARK = /[*_~`]/;
/**
 * A mark that could begin or end something: it has a word on one side and none on the other. `~/home` and `~5` are left
 * alone, people copy them.
 */
const LIVE_MARK = /(?<![\p{L}\p{N}])(?:[*_`]|~(?![/\d]))(?=\S)|(?<=\S)[*_~`](?![\p{L}\p{N}])/gu;
const FENCE = /`{3}/;
const LINE_LIKE_QUOTE = /^([^\S\n]*)(?=&gt;)/gm;
const BOUNDARY = /[\s.,:;!?'"()[\]{}/\\|=+-]/;
const URL_WITH_MARKS = /(?<![\p{L}\p{N}])[*_~`]|[*_~`](?![\p{L}\p{N}])/u;

const STYLE: Style = {
  text: literal,
  strong: (inner) => lineByLine(inner, '*'),
  emphasis: (inner) => lineByLine(inner, '_'),
  strike: (inner) => lineByLine(inner, '~'),
  span: (code) => (code.includes('`') || code.trim() === '' ? literal(code) : `\`${escapeMrkdwn(code)}\``),
  link: (url, label) => `<${escapeMrkdwn(url)}|${label.replaceAll('\n', ' ')}>`,
  linkHolds: 'words',
  url: (url, next) =>
    URL_WITH_MARKS.test(url) || /^[*_~`<\u200b]/.test(next) ? `<${escapeMrkdwn(url)}>` : escapeMrkdwn(url),
  seam: (left, right) => (BOUNDARY.test(left) || BOUNDARY.test(right) ? '' : ZERO_WIDTH_SPACE),
  guardLines: guarded,
  headingMark: () => undefined,
  code: (_info, code) => fenced(code),
  table: fenced,
  setsBlocksIn: false,
  quotesCode: false,
  // A quote in a quote shows its mark as a word.
  quote(inner, depth) {
    const mark = depth === 1 ? '> ' : '&gt; ';
    return mark + inner.replaceAll('\n', `\n${mark}`);
  },
  bullet: (depth) => (depth === 0 ? '• ' : '◦ '),
  box: (isDone) => (isDone ? '☑ ' : '☐ '),
  number: (written) => written,
};

function guarded(printed: string): string {
  return printed.includes('&gt;') ? printed.replace(LINE_LIKE_QUOTE, `$1${ZERO_WIDTH_SPACE}`) : printed;
}

function literal(words: string): string {
  const escaped = escapeMrkdwn(words);
  return MARK.test(escaped) ? escaped.replace(LIVE_MARK, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`) : escaped;
}

/** Slack reads no mark over the end of a line. */
function lineByLine(inner: string, mark: string): string {
  if (!inner.includes('\n')) return mark + inner + mark;
  return inner.replace(/^([^\S\n]*)(\S(?:.*\S)?)/gm, `$1${mark}$2${mark}`);
}

function fenced(code: string): string {
  const words = escapeMrkdwn(code);
  return `\`\`\`\n${FENCE.test(words) ? words.replaceAll('``', `\`${ZERO_WIDTH_SPACE}\``) : words}\n\`\`\``;
}
