import { parseGrowing } from '../../markup/parse/parse-growing.ts';
import { parseMarkdown } from '../../markup/parse/parse-markdown.ts';
import type { Words } from '../words/words.ts';
import { drawBlocks } from './draw-blocks.ts';

/** Up to here a block is read anew with every piece of it; a longer one once it has grown by a part of its length. */
const SHORT_BLOCK_CHARS = 2_000;
const REREAD_PART = 1 / 8;
/** `[label]: …` at the begin of a line gives a meaning to what stands above it. */
const DEFINITION = /^[ \t>]{0,32}\[[^\]]{1,999}\]:/m;

/**
 * A text with Markdown in an element. What is settled is drawn once and never touched again, so that to show a text piece
 * by piece takes linear time; only the last block is drawn anew.
 */
export class MarkdownText {
  readonly #place: HTMLElement;
  readonly #words: Words;
  /** The nodes of the last block, and where it begins in the text. */
  #open: Node[] = [];
  #openAt = 0;
  /** How much of the text was read, and how much is shown. */
  #readChars = 0;
  #shownChars = 0;

  constructor(place: HTMLElement, words: Words) {
    this.#place = place;
    this.#words = words;
    place.replaceChildren();
  }

  /** Each text begins with the one before. */
  show(text: string, { isWhole }: { isWhole: boolean }): void {
    const openChars = text.length - this.#openAt;
    const grownChars = text.length - this.#readChars;
    if (!isWhole && openChars > SHORT_BLOCK_CHARS && grownChars < openChars * REREAD_PART) {
      this.#append(text);
      return;
    }
    if (isWhole && DEFINITION.test(text)) {
      this.#open = drawBlocks(parseMarkdown(text, { hasTables: true }), this.#words);
      this.#place.replaceChildren(...this.#open);
      this.#openAt = 0;
      this.#readChars = text.length;
      this.#shownChars = text.length;
      return;
    }
    const { settled, open, openAt } = parseGrowing(text.slice(this.#openAt));
    for (const node of this.#open) this.#place.removeChild(node);
    this.#place.append(...drawBlocks(settled, this.#words));
    this.#open = drawBlocks(open, this.#words);
    this.#place.append(...this.#open);
    this.#openAt += openAt;
    this.#readChars = text.length;
    this.#shownChars = text.length;
  }

  /** Until it is read again, what follows stands where the text ends: in the last line of code, the last entry of a list. */
  #append(text: string): void {
    let last: Node | null = this.#open.at(-1) ?? null;
    while (last?.lastChild) last = last.lastChild;
    if (last instanceof Text) last.appendData(text.slice(this.#shownChars));
    else return;
    this.#shownChars = text.length;
  }
}
