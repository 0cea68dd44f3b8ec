import { escapeHtml } from '../escape.ts';
import { HTML_LITERALS } from '../literals.ts';
import type { Dialect } from './dialect.ts';
import { labelAndTarget } from './plain-text.ts';
import { printBlocks } from './print-blocks.ts';
import type { Style } from './style.ts';

/**
 * Telegram's HTML: `parse_mode` HTML of the Bot API, its tags and no others. Its limit counts what is left after the
 * tags and entities were read. Bot API, Formatting options, read 2026-11.
 */
export const telegramHtml: Dialect = {
  print: (blocks) => printBlocks(blocks, STYLE),
  escape: escapeHtml,
  literals: HTML_LITERALS,
  countsWords: true,
  keepsPlainText: true,
  hasTables: false,
  sizeOf,
};

/** A message keeps its first 100 formatted pieces; the others become plain words, links without their URL (tdlib/telegram-bot-api#820, rubenlagus/TelegramBots#854). */
const MAX_ENTITIES = 100;
/** Of about 9,500 characters in all the links of a message, more are refused (tdlib/telegram-bot-api#165). */
const MAX_URL_UNITS = 8_000;

const TAG_OR_ENTITY = /<[^>]*>|&(?:lt|gt|amp|quot);/g;
const LINK = /<a href="([^"]*)">/g;

/** In proportion to the limit that is nearest. */
function sizeOf(html: string, maxUnits: number): number {
  const entities = (countOf('</', html) / MAX_ENTITIES) * maxUnits;
  if (html.length <= Math.min(maxUnits, MAX_URL_UNITS)) return Math.max(html.length, entities);
  let urlUnits = 0;
  for (const [, url = ''] of html.matchAll(LINK)) urlUnits += url.length;
  const words = html.replace(TAG_OR_ENTITY, (found) => (found.startsWith('&') ? '_' : '')).length;
  return Math.ceil(Math.max(words, entities, (urlUnits / MAX_URL_UNITS) * maxUnits));
}

function countOf(piece: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) count++;
  return count;
}

/** Telegram drops the link of any other, and with it the URL. */
const LINKABLE = /^https?:\/\/[^/?#]*[^/?#.]\.[^/?#.]/i;
const BEYOND_ASCII = /^[^\0-\x7f]/;
/** What a language is called, as far as clients know them. */
const LANGUAGE = /^[\w+#.-]{1,32}(?=\s|$)/;

const STYLE: Style = {
  text: escapeHtml,
  strong: (inner) => `<b>${inner}</b>`,
  emphasis: (inner) => `<i>${inner}</i>`,
  strike: (inner) => `<s>${inner}</s>`,
  span: (code) => `<code>${escapeHtml(code)}</code>`,
  link: (url, label, words) =>
    LINKABLE.test(url) ? `<a href="${escapeHtml(url)}">${label}</a>` : escapeHtml(labelAndTarget(url, words)),
  // Code in a link would cost the link: neither can contain the other.
  linkHolds: 'marks',
  // Telegram finds a URL by itself, but reads on over letters and signs of other scripts.
  url: (url, next) =>
    BEYOND_ASCII.test(next) && LINKABLE.test(url)
      ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
      : escapeHtml(url),
  headingMark: () => undefined,
  code(info, code) {
    const language = LANGUAGE.exec(info)?.[0];
    const words = escapeHtml(code);
    return language
      ? `<pre><code class="language-${escapeHtml(language)}">${words}</code></pre>`
      : `<pre>${words}</pre>`;
  },
  table: (lines) => `<pre>${escapeHtml(lines)}</pre>`,
  setsBlocksIn: false,
  // A blockquote cannot stand in another.
  quote: (inner, depth) =>
    depth === 1 ? `<blockquote>${inner}</blockquote>` : `&gt; ${inner.replaceAll('\n', '\n&gt; ')}`,
  bullet: (depth) => (depth === 0 ? '• ' : '◦ '),
  box: (isDone) => (isDone ? '☑ ' : '☐ '),
  number: (written) => written,
};
