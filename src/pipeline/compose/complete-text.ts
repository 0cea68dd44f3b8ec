import { comparable } from './comparable.ts';
import { numberedListsIn, takeList } from './numbered-lists.ts';
import { openFenceOf } from './open-fence.ts';

/** A question's choices with the numbers that people type. */
export interface ChoiceList {
  prompt: string;
  items: readonly { number: number; label: string }[];
}

/** Something with a name: a link and its URL, a command, a file. */
export interface Reference {
  label: string;
  target?: string;
  /** Blank is none. */
  hint?: string;
}

/**
 * Parts that are looked for in the text before they are added. When there are more, nobody wrote them out by hand:
 * they are added unseen, so that the cost stays linear.
 */
const MAX_COMPARED = 200;

/**
 * The text with everything in it that a person needs without any button: numbered choices, links as label and URL.
 * What the text says already is not said again; without parts the text stays as it is. `write` puts words
 * into the text so that its readers see them as they are, e.g. with their marks escaped for a reader of Markdown.
 */
export function completeText(
  text: string,
  { lists, references }: { lists: readonly ChoiceList[]; references: readonly Reference[] },
  write: (words: string) => string,
): string {
  const count = lists.length + references.length;
  if (count === 0) return text;
  const said = count <= MAX_COMPARED ? text : '';
  const says = sayingOf(said);
  const blocks = choiceBlocks(said, lists, { says, write });
  const lines = new Set<string>();
  for (const { label, target, hint } of references) {
    if ((target === undefined || hasWhole(said, target)) && says(label)) continue;
    const named = [label, target].filter(Boolean).join(': ');
    lines.add(write(hint ? `${named} (${hint})` : named));
  }
  if (lines.size > 0) blocks.push([...lines].join('\n'));

  if (blocks.length === 0) return text;
  const fence = openFenceOf(text);
  const before = text.trimEnd() + (fence === '' ? '' : `\n${fence}`);
  return (before === '' ? blocks : [before, ...blocks]).join('\n\n');
}

/** The lists that the text does not hold, each under its prompt. */
function choiceBlocks(
  said: string,
  lists: readonly ChoiceList[],
  { says, write }: { says: (words: string) => boolean; write: (words: string) => string },
): string[] {
  if (lists.length === 0) return [];
  const blocks: string[] = [];
  const inText = numberedListsIn(said);
  let openList = inText.endsInList;
  for (const { prompt, items } of lists) {
    if (items.length > 0 && takeList(inText.lists, items)) continue;
    // Several lists need their prompts to be told apart.
    const isPrompted = prompt !== '' && (lists.length > 1 || !says(prompt));
    // Where Markdown is rendered, a list that still stands open would count on; another delimiter begins a new one.
    const delimiter = !isPrompted && openList === '.' ? ')' : '.';
    const lines = items.map(({ number, label }) => `${number}${delimiter} ${write(label)}`);
    if (isPrompted) lines.unshift(write(prompt));
    if (lines.length > 0) blocks.push(lines.join('\n'));
    if (items.length > 0) openList = delimiter;
  }
  return blocks;
}

/** Tells whether the text contains some words, as a reader would judge. */
function sayingOf(text: string): (words: string) => boolean {
  let folded: string | undefined;
  return (words) => {
    if (text.includes(words)) return true;
    folded ??= comparable(text);
    return folded.includes(comparable(words));
  };
}

const END_OF_TARGET = /[)\]>"'*_~`.,;:!?|]*(?:\s|$)/y;

/** Whether the text has this URL or command, and not just a longer one that begins like it. */
function hasWhole(text: string, target: string): boolean {
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + 1)) {
    END_OF_TARGET.lastIndex = at + target.length;
    if (END_OF_TARGET.test(text)) return true;
  }
  return false;
}
