import { isPlain } from '../../markup/parse/is-plain.ts';
import { element } from '../base/element.ts';
import type { Words } from '../words/words.ts';
import { linkedText } from './linked-text.ts';
import type { MarkdownText } from './markdown-text.ts';

/** How often a growing text is looked at for marks: once it is longer by so many characters, or by so large a part. */
const LOOK_AGAIN_CHARS = 64;
const LOOK_AGAIN_PART = 1 / 16;

/** Once it is there, a text is drawn with it at once. */
let parser: typeof import('./markdown-text.ts') | undefined;

/**
 * A text of an agent on the page, as it grows. Words are there at once, as they were written; a text with Markdown in it
 * is drawn with that as soon as the parser is loaded, which is when the first such text arrives. To show a text that
 * grows by small pieces takes linear time in all.
 */
export class TextView {
  readonly node = element('div', { class: 'text', part: 'text', dir: 'auto' });
  readonly #words: Words;
  #text = '';
  #isWhole = false;
  #lookAgainAt = 0;
  #isMarkdown = false;
  #markdown: MarkdownText | undefined;
  #plain: Text | undefined;

  constructor(words: Words) {
    this.#words = words;
  }

  /** Shows the text so far. `isWhole`: nothing more of it will come. */
  show(text: string, { isWhole }: { isWhole: boolean }): void {
    if (text === this.#text && isWhole === this.#isWhole) return;
    if (!text.startsWith(this.#text)) this.#begin();
    const grown = text.slice(this.#text.length);
    this.#text = text;
    this.#isWhole = isWhole;
    this.node.hidden = text === '';
    if (this.#markdown) {
      this.#markdown.show(text, { isWhole });
      return;
    }
    this.#showPlain(grown);
    if (!this.#isMarkdown && (isWhole || text.length >= this.#lookAgainAt)) this.#look();
    if (isWhole && !this.#isMarkdown) this.node.replaceChildren(element('p', { dir: 'auto' }, ...linkedText(text)));
  }

  #begin(): void {
    this.node.replaceChildren();
    this.#text = '';
    this.#plain = undefined;
    this.#markdown = undefined;
    this.#isMarkdown = false;
    this.#lookAgainAt = 0;
  }

  #showPlain(grown: string): void {
    if (this.#plain && this.node.contains(this.#plain)) {
      this.#plain.appendData(grown);
      return;
    }
    this.#plain = new Text(this.#text);
    this.node.replaceChildren(element('p', { dir: 'auto' }, this.#plain));
  }

  #look(): void {
    const { length } = this.#text;
    this.#lookAgainAt = length + Math.max(LOOK_AGAIN_CHARS, length * LOOK_AGAIN_PART);
    if (isPlain(this.#text)) return;
    this.#isMarkdown = true;
    if (parser) this.#drawMarkdown(parser);
    else void this.#loadParser();
  }

  /** Without the parser the words stand as they were written. */
  async #loadParser(): Promise<void> {
    parser = await import('./markdown-text.ts').catch(() => undefined);
    // It may have begun anew meanwhile.
    if (parser && this.#isMarkdown && !this.#markdown) this.#drawMarkdown(parser);
  }

  #drawMarkdown({ MarkdownText }: NonNullable<typeof parser>): void {
    this.#markdown = new MarkdownText(this.node, this.#words);
    this.#markdown.show(this.#text, { isWhole: this.#isWhole });
  }
}
