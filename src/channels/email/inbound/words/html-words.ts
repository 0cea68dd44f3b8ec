import { isDeeplyNested, wordsWithoutLayout } from './hostile-html.ts';

/** Gives the words of a mail that has HTML only. */
export type HtmlWords = (html: string) => string;

/** Longer HTML is read without its layout, UTF-16 units. Gmail shows about 100,000 of a mail; this is five times as much. */
const MAX_HTML_UNITS = 500_000;
/** Longer HTML is cut: more than all of War and Peace, without its tags. */
const MAX_READ_UNITS = 4_000_000;
/** Mails of real readers are nested some 30 deep. The library's time grows with the square of the depth. */
const MAX_DEPTH = 200;
const MAX_CHILDREN = 20_000;

/** Loads the library. Quotes come out with `>` before each line, as in a mail of plain text. */
export async function loadHtmlWords(): Promise<HtmlWords> {
  const { compile } = await import('html-to-text');
  const convert = compile({
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML_UNITS, maxDepth: MAX_DEPTH, maxChildNodes: MAX_CHILDREN, ellipsis: '…' },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'title', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return (html) =>
    html.length > MAX_HTML_UNITS || isDeeplyNested(html, MAX_DEPTH)
      ? wordsWithoutLayout(html.slice(0, MAX_READ_UNITS))
      : convert(html);
}
