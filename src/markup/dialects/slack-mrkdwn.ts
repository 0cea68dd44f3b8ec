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
const EVERY_FENCED = /\n*(`{3}[\s\S]*?`{3})\n*/;
const LINE_LIKE_QUOTE = /&gt;(?<=^[^\S\n]*&gt;)/gm;
const BOUNDARY = /[\s.,:;!?'"()[\]{}/\\|=+-]/;
const LINK_CODE_OR_RUN = /<[^>]*>|`[^`]*`|([*_~])\1+/g;
const GUARDED_EDGE = /^\u200b|\u200b$/;
/** Marks, and what could be read as more of a URL. */
const GOES_ON = /^[*_~`<\u0080-\uffff]/;

const STYLE: Style = {
  text: literal,
  strong: (inner) => lineByLine(inner, '*'),
  emphasis: (inner) => lineByLine(inner, '_'),
  strike: (inner) => lineByLine(inner, '~'),
  span: (code) => (code.includes('`') || code.trim() === '' ? literal(code) : `\`${escapeMrkdwn(code)}\``),
  link: (url, label) => `<${escapeMrkdwn(url)}|${label.replaceAll('\n', ' ')}>`,
  linkHolds: 'words',
  url(url, next) {
    const isLive = GOES_ON.test(next) || literal(url).includes(ZERO_WIDTH_SPACE);
    return isLive ? `<${escapeMrkdwn(url)}>` : escapeMrkdwn(url);
  },
  seam: (left, right) => (BOUNDARY.test(left) || BOUNDARY.test(right) ? '' : ZERO_WIDTH_SPACE),
  guardLines: guarded,
  headingMark: () => undefined,
  code: (_info, code) => fenced(code),
  table: fenced,
  setsBlocksIn: false,
  // A quote in a quote shows its mark as a word. Code cannot be quoted: it would show the marks.
  quote(inner, depth) {
    const mark = depth === 1 ? '> ' : '&gt; ';
    const quoted = (words: string) => mark + words.replaceAll('\n', `\n${mark}`);
    if (!FENCE.test(inner)) return quoted(inner);
    const pieces = inner.split(EVERY_FENCED).filter((piece) => piece.trim() !== '');
    return pieces.map((piece) => (FENCE.test(piece) ? piece : quoted(piece))).join('\n');
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
    // A fence is read wherever it stands, and one mark could stand around another.
    if (marks.includes('```') || !isRepeated(marks)) return guardedMarks([...marks]);
    const isGuarded = isLive(marks, escaped.charAt(at - 1), escaped.charAt(at + marks.length));
    return isGuarded ? guardedMarks([marks]) : marks;
  });
}

function guardedMarks(marks: readonly string[]): string {
  return ZERO_WIDTH_SPACE + marks.join(ZERO_WIDTH_SPACE) + ZERO_WIDTH_SPACE;
}

function isRepeated(marks: string): boolean {
  return marks === marks.charAt(0).repeat(marks.length);
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

/** Slack reads no mark over the end of a line, and none beside the space that guards a literal one. */
function lineByLine(inner: string, mark: string): string {
  const words = inner.includes(mark + mark) ? inner.replace(LINK_CODE_OR_RUN, withGuardedRun) : inner;
  if (!words.includes('\n')) return GUARDED_EDGE.test(words) ? words : mark + words + mark;
  return words.replace(/^([^\S\n]*)(\S(?:.*\S)?)/gm, (line, indent: string, core: string) =>
    GUARDED_EDGE.test(core) ? line : indent + mark + core + mark,
  );
}

/** As in `2 ** 8`: one of them would end what the words stand in. */
function withGuardedRun(found: string, run: string | undefined): string {
  return run === undefined ? found : guardedMarks([...found]);
}

function fenced(code: string): string {
  const words = escapeMrkdwn(code);
  return `\`\`\`\n${FENCE.test(words) ? words.replaceAll('``', `\`${ZERO_WIDTH_SPACE}\``) : words}\n\`\`\``;
}
