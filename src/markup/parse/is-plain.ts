/**
 * What could be Markdown, wherever it stands: marks, entities, autolinks, and what ends a URL for us but not for every
 * platform. Or at the beginning of a line. Broader than Markdown: a text in which it is found goes to the parser.
 */
const MAYBE_MARKDOWN =
  /[*_`~[\\|]|&#?\w{1,32};|<[^\s<>@:]{1,64}[@:]|:\/\/\S{0,300}["<>\]{}^\u3000-\u303f\uff00-\uff20]|(?:^|\n)(?:[^\S\n]*[-+=:#>]| *\t| {4}|\$\$)/;
const MAYBE_NUMBERED = /(?:^|\n)[^\S\n]*\d{1,9}[.)](?:\s|$)/;

/**
 * Whether a text says the same with and without Markdown, but for white space that Markdown leaves out. Lists are among
 * them that count from 1; so are URLs.
 */
export function isPlain(text: string): boolean {
  if (MAYBE_MARKDOWN.test(text)) return false;
  return !MAYBE_NUMBERED.test(text) || countsFromOne(text);
}

const NUMBERED = /^\s*\d{1,9}[.)](?:\s|$)/;
/** One line of words, no list or heading in the list. */
const ENTRY = /^(\d{1,9})([.)]) (?![-+#>=:]|\d{1,9}[.)](?:\s|$))\S/;
const SET_IN = /^\s/;

/** Whether every numbered line is the next entry of its list, and stands alone. */
function countsFromOne(text: string): boolean {
  let last = 0;
  let delimiter = '';
  let isBelowEntry = false;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isBelowEntry = false;
    } else if (NUMBERED.test(line)) {
      const [, number, mark = ''] = ENTRY.exec(line) ?? [];
      if (number !== String(last + 1) || (last > 0 && mark !== delimiter)) return false;
      last++;
      delimiter = mark;
      isBelowEntry = true;
    } else {
      if (isBelowEntry || (last > 0 && SET_IN.test(line))) return false;
      last = 0;
    }
  }
  return true;
}
