/** In most texts there is none of these, and that is quickly seen. */
const SUSPECT = /[*_`~[\\|<&]/;
/** Marks wherever they stand, entities, autolinks. */
const MARK = /[*_`~[\\|]|&#?\w{1,32};|<[^\s<>@:]{1,64}[@:]/;
/** A URL that ends here for us, but not for every platform. */
const UNCLEAR_URL = /:\/\/\S{0,300}(?:["<>\]{}^]|[^\0-\x7f]|[!?][!?.,:;'")\]]*(?!\S))/;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const DOT = 0x2e;
const BRACKET = 0x29;

/**
 * Whether a text says the same with and without Markdown, but for white space that Markdown leaves out. Lists are among
 * them that count from 1; so are URLs. It is broader than Markdown: of a text that is not plain the parser decides.
 */
export function isPlain(text: string): boolean {
  if (SUSPECT.test(text) && MARK.test(text)) return false;
  if (text.includes('://') && UNCLEAR_URL.test(text)) return false;
  return linesArePlain(text);
}

/** Every numbered line is the next entry of its list and stands alone; no other line begins with what could be a mark. */
function linesArePlain(text: string): boolean {
  let last = 0;
  let delimiter = 0;
  let isBelowEntry = false;
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const entry = isDigit(text.charCodeAt(start)) ? entryAt(text, start, end) : undefined;
    if (entry === 'unclear') return false;
    if (entry) {
      if (entry.number !== last + 1 || (last > 0 && entry.delimiter !== delimiter)) return false;
      last = entry.number;
      delimiter = entry.delimiter;
      isBelowEntry = true;
    } else if (start === end) {
      isBelowEntry = false;
    } else if (!isLetter(text.charCodeAt(start))) {
      const line = text.slice(start, end);
      if (line.trim() === '') isBelowEntry = false;
      else if (isBelowEntry || MAYBE_BLOCK.test(line) || (last > 0 && SET_IN.test(line))) return false;
      else last = 0;
    } else {
      if (isBelowEntry) return false;
      last = 0;
    }
    start = end + 1;
  }
  return true;
}

const SET_IN = /^\s/;
/** Code, a formula, what begins an entry, a heading or a quote, or underlines one; a number that is not at the margin. */
const MAYBE_BLOCK = /^(?: *\t| {4}|\$\$|\s*(?:[-+=:#>]|\s\d{1,9}[.)](?:\s|$)))/;
const NESTED_NUMBER = /\d{1,9}[.)](?:\s|$)/y;

/** The entry of a list that a line is; `unclear` where it could be more than that; nothing where it is none. */
function entryAt(
  text: string,
  start: number,
  end: number,
): { number: number; delimiter: number } | 'unclear' | undefined {
  let at = start;
  let number = 0;
  for (; at < end && isDigit(text.charCodeAt(at)); at++) number = number * 10 + text.charCodeAt(at) - 0x30;
  const delimiter = text.charCodeAt(at);
  if (at - start > 9 || (delimiter !== DOT && delimiter !== BRACKET)) return undefined;
  const next = at + 1 < end ? text.charCodeAt(at + 1) : NEWLINE;
  if (next !== SPACE) return isSpace(next) ? 'unclear' : undefined;

  const first = at + 2 < end ? text.charCodeAt(at + 2) : SPACE;
  if (text.charCodeAt(start) === 0x30) return 'unclear';
  if (isLetter(first)) return { number, delimiter };
  if (isSpace(first) || '-+=:#>'.includes(String.fromCharCode(first))) return 'unclear';
  NESTED_NUMBER.lastIndex = at + 2;
  return isDigit(first) && NESTED_NUMBER.test(text) ? 'unclear' : { number, delimiter };
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

function isSpace(unit: number): boolean {
  return unit <= SPACE || (unit > 0x7f && /\s/.test(String.fromCharCode(unit)));
}
