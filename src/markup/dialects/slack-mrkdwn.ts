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
  literals: {
    always: { '&': '&amp;', '<': '&lt;', '>': '\u200b&gt;' },
    outsideUrls: { '*': '\u200b*\u200b', _: '\u200b_\u200b', '~': '\u200b~\u200b', '`': '\u200b`\u200b' },
  },
  countsWords: false,
  keepsPlainText: true,
  hasTables: false,
  sizeOf: (printed) => printed.length,
};

const ZERO_WIDTH_SPACE = '\u200b';

const SPECIAL = /[&<>*_~`]/;
const MARK = /[*_~`]/;
const EVERY_RUN_OF_MARKS = /[*_~`]+/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
const FENCE = /`{3}/;
const LINE_LIKE_QUOTE = /&gt;(?<=^[^\S\n]*&gt;)/gm;
const BOUNDARY = /[\s.,:;!?'"()[\]{}/\\|=+-]/;
const LIVE_BEGIN = /^[*_~`<\u200b]/;

const STYLE: Style = {
  text: literal,
  strong: (inner) => lineByLine(inner, '*'),
  emphasis: (inner) => lineByLine(inner, '_'),
  strike: (inner) => lineByLine(inner, '~'),
  span: (code) => (code.includes('`') || code.trim() === '' ? literal(code) : `\`${escapeMrkdwn(code)}\``),
  link: (url, label) => `<${escapeMrkdwn(url)}|${label.replaceAll('\n', ' ')}>`,
  linkHolds: 'words',
  url(url, next) {
    const isLive = LIVE_BEGIN.test(next) || literal(url).includes(ZERO_WIDTH_SPACE);
    return isLive ? `<${escapeMrkdwn(url)}>` : escapeMrkdwn(url);
  },
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
  return printed.includes('&gt;') ? printed.replace(LINE_LIKE_QUOTE, `${ZERO_WIDTH_SPACE}$&`) : printed;
}

/** Marks between two words, or within one, are left alone: they are read as nothing, and people copy them. */
function literal(words: string): string {
  if (!SPECIAL.test(words)) return words;
  const escaped = escapeMrkdwn(words);
  if (!MARK.test(escaped)) return escaped;
  return escaped.replace(EVERY_RUN_OF_MARKS, (marks, at: number) => {
    // A fence is read wherever it stands.
    if (marks.includes('```')) return ZERO_WIDTH_SPACE + [...marks].join(ZERO_WIDTH_SPACE) + ZERO_WIDTH_SPACE;
    const isGuarded = isLive(marks, escaped.charAt(at - 1), escaped.charAt(at + marks.length));
    return isGuarded ? ZERO_WIDTH_SPACE + marks + ZERO_WIDTH_SPACE : marks;
  });
}

/** Whether marks could begin or end something: no space on that side, no word on the other. Nobody knows what an edge meets. */
function isLive(marks: string, before: string, after: string): boolean {
  const couldBegin = !SPACE.test(after) && !LETTER_OR_DIGIT.test(before);
  const couldEnd = !SPACE.test(before) && !LETTER_OR_DIGIT.test(after);
  return couldEnd || (couldBegin && !isPathOrAbout(marks, after));
}

/** `~/home` and `~5`. */
function isPathOrAbout(marks: string, after: string): boolean {
  return marks === '~' && (after === '/' || (after >= '0' && after <= '9'));
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
