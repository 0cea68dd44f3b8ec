import { comparable } from './comparable.ts';

/** A numbered line of a text: `1.`, `1)`, `1:`, `1 -` or `(1)`, whatever list mark or emphasis stands around it. */
interface NumberedLine {
  number: number;
  /** The rest of the line, comparable. */
  words: string;
}

interface NumberedLists {
  /** Lines that count up by one, in order. Other lines may stand between them. */
  lists: NumberedLine[][];
  /** How the list is numbered that the text ends in, as Markdown reads it: what follows would count on in it. */
  endsInList: '.' | ')' | undefined;
}

/** Only the last lists of a text are looked at: comparing must not cost more than writing. */
const MAX_LISTS = 64;

const MAYBE_NUMBERED = /^[\s>*_`~\\([•+-]*[0-9０-９]/;
const NUMBERED = /^[>•+\- ]*[([]?(\d{1,4})(?:[.):\]、]| ?[-–—]) ?(.*)$/s;
const MARKDOWN_NUMBERED = /^ {0,3}\d{1,9}([.)])(?:\s|$)/;
const INDENTED = /^(?: {2}|\t)/;

export function numberedListsIn(text: string): NumberedLists {
  const lists: NumberedLine[][] = [];
  let endsInList: NumberedLists['endsInList'];
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    if (isAfterBlank && !INDENTED.test(line)) endsInList = undefined;
    isAfterBlank = false;
    if (!MAYBE_NUMBERED.test(line)) continue;
    const delimiter = MARKDOWN_NUMBERED.exec(line)?.[1];
    if (delimiter === '.' || delimiter === ')') endsInList = delimiter;
    addTo(lists, NUMBERED.exec(comparable(line)));
  }
  return { lists: lists.slice(-MAX_LISTS), endsInList };
}

function addTo(lists: NumberedLine[][], found: RegExpExecArray | null): void {
  if (!found) return;
  const line = { number: Number(found[1]), words: found[2] ?? '' };
  const list = lists.at(-1);
  if (list?.at(-1)?.number === line.number - 1) list.push(line);
  else lists.push([line]);
}

/**
 * Takes away the list that gives these labels these numbers, each label leading its line. Gives whether there was one:
 * two questions with the same choices need two lists.
 */
export function takeList(lists: NumberedLine[][], items: readonly { number: number; label: string }[]): boolean {
  const at = lists.findIndex((list) => holdsAll(list, items));
  if (at === -1) return false;
  lists.splice(at, 1);
  return true;
}

function holdsAll(list: readonly NumberedLine[], items: readonly { number: number; label: string }[]): boolean {
  const offset = (items[0]?.number ?? 0) - (list[0]?.number ?? 0);
  if (offset < 0 || list.length - offset < items.length) return false;
  return items.every(({ number, label }, index) => {
    const line = list[offset + index];
    return line?.number === number && leadsWith(line.words, comparable(label));
  });
}

const LEADING_MARKS = /^[^\p{L}\p{N}]+/u;

/** What may follow a label on its line: its end, a bracket, a remark set off. Not another word, not `+` or `-Max`. */
const REMARK = /^(?:$|[.,:;!?)\]}"'»”’。、]+(?:\s|$)|\s*[([{]|\s+[^\p{L}\p{N}\s+&/])/u;

/** `Europe (Frankfurt)` leads with "Europe"; `Pro Max` does not lead with "Pro", it is another name. */
function leadsWith(words: string, label: string): boolean {
  const leads = (start: string) => words.startsWith(start) && REMARK.test(words.slice(start.length));
  if (leads(label)) return true;
  const marks = LEADING_MARKS.exec(words)?.[0];
  return marks !== undefined && leads(marks + label);
}
