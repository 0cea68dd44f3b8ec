import { badRequest } from './refusal.ts';
import type { Entity } from './wire.ts';

/**
 * Telegram's HTML mode, read as the Bot API server reads it (tdlib, MessageEntity.cpp, `parse_html`, read 2026-11):
 * any `<` begins a tag, a bare `&` is text, tags close in order, and the error texts count UTF-8 bytes.
 */

const ENTITY_TYPES: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  span: 'spoiler',
  'tg-spoiler': 'spoiler',
  'tg-emoji': 'custom_emoji',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};

const NAMED_CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

interface OpenTag {
  name: string;
  /** `href`, language, emoji id or `expandable`; empty = none. */
  argument: string;
  offset: number;
}

/** Gives the visible text and its entities. Throws the refusal that Telegram would answer with. */
export function parseHtml(html: string): { text: string; entities: Entity[] } {
  return new HtmlReader(html).read();
}

class HtmlReader {
  readonly #html: string;
  #position = 0;
  #text = '';
  readonly #open: OpenTag[] = [];
  readonly #entities: Entity[] = [];

  constructor(html: string) {
    this.#html = html;
  }

  read(): { text: string; entities: Entity[] } {
    while (this.#position < this.#html.length) {
      this.#text += this.#take(/[^<&]*/y);
      if (this.#peek() === '<') this.#readTag();
      else if (this.#peek() === '&') this.#text += this.#readReference();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw unparsable(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
    if (/\p{Surrogate}/u.test(this.#text)) {
      throw unparsable(
        'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
      );
    }
    return { text: this.#text, entities: this.#entities };
  }

  /** What a character reference stands for; a `&` that begins none is itself. */
  #readReference(): string {
    const begin = this.#position;
    const reference = this.#take(/&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z]{1,8});?/y);
    const decoded = decodeReference(reference);
    if (decoded === undefined) this.#position = begin + 1;
    return decoded ?? '&';
  }

  #readTag(): void {
    const begin = this.#position++;
    if (this.#peek() === '/') this.#readEndTag(begin);
    else this.#readStartTag(begin);
  }

  #readStartTag(begin: number): void {
    const name = this.#take(/[^ \t\r\n>]*/y).toLowerCase();
    if (this.#isAtEnd()) throw unparsable(`Unclosed start tag at byte offset ${this.#bytes(begin)}`);
    if (!Object.hasOwn(ENTITY_TYPES, name)) {
      throw unparsable(`Unsupported start tag "${name}" at byte offset ${this.#bytes(begin)}`);
    }
    let argument = '';
    for (this.#take(/[ \t\r\n]*/y); this.#peek() !== '>'; this.#take(/[ \t\r\n]*/y)) {
      argument = this.#readAttribute(name, begin) ?? argument;
    }
    this.#position++;
    if (name === 'span' && argument !== 'spoiler') {
      throw unparsable(`Tag "span" must have class "tg-spoiler" at byte offset ${this.#bytes(begin)}`);
    }
    this.#open.push({ name, argument, offset: this.#text.length });
  }

  /** Reads one attribute; gives its value when it means something on this tag. */
  #readAttribute(tag: string, begin: number): string | undefined {
    const attribute = this.#take(/[^ \t\r\n=>]*/y);
    if (attribute === '') {
      throw unparsable(`Empty attribute name in the tag "${tag}" at byte offset ${this.#bytes(begin)}`);
    }
    this.#take(/[ \t\r\n]*/y);
    if (this.#isAtEnd()) throw unparsable(`Unclosed start tag "${tag}" at byte offset ${this.#bytes(begin)}`);
    if (this.#peek() !== '=') {
      if (tag === 'blockquote' && attribute === 'expandable') return attribute;
      throw unparsable(
        `Expected equal sign in declaration of an attribute of the tag "${tag}" at byte offset ${this.#bytes(begin)}`,
      );
    }
    this.#position++;
    this.#take(/[ \t\r\n]*/y);
    if (this.#isAtEnd()) throw unparsable(`Unclosed start tag "${tag}" at byte offset ${this.#bytes(begin)}`);
    const value = this.#readAttributeValue();
    if (this.#isAtEnd()) throw unparsable(`Unclosed start tag at byte offset ${this.#bytes(begin)}`);
    return argumentOf(tag, attribute, value);
  }

  #readAttributeValue(): string {
    const quote = this.#peek();
    if (quote !== '"' && quote !== "'") {
      const begin = this.#position;
      const token = this.#take(/[a-zA-Z0-9.-]*/y);
      if (!/[ \t\r\n>]/.test(this.#peek())) {
        throw unparsable(`Unexpected end of name token at byte offset ${this.#bytes(begin)}`);
      }
      return token.toLowerCase();
    }
    this.#position++;
    let value = '';
    while (!this.#isAtEnd() && this.#peek() !== quote) {
      value += this.#take(quote === '"' ? /[^"&]*/y : /[^'&]*/y);
      if (this.#peek() === '&') value += this.#readReference();
    }
    this.#position++;
    return value;
  }

  #readEndTag(begin: number): void {
    const tag = this.#open.pop();
    if (!tag) throw unparsable(`Unexpected end tag at byte offset ${this.#bytes(begin)}`);
    this.#position++;
    const name = this.#take(/[^ \t\r\n>]*/y).toLowerCase();
    this.#take(/[ \t\r\n]*/y);
    if (this.#peek() !== '>') throw unparsable(`Unclosed end tag at byte offset ${this.#bytes(begin)}`);
    this.#position++;
    if (name !== '' && name !== tag.name) {
      throw unparsable(
        `Unmatched end tag at byte offset ${this.#bytes(begin)}, expected "</${tag.name}>", found "</${name}>"`,
      );
    }
    this.#close(tag);
  }

  #close(tag: OpenTag): void {
    const length = this.#text.length - tag.offset;
    if (length === 0) return;
    const entity: Entity = { type: ENTITY_TYPES[tag.name] ?? tag.name, offset: tag.offset, length };
    if (tag.name === 'a') {
      // Without an href the text itself is the link; what is no link loses its entity, not its text.
      const url = linkOf(tag.argument || this.#text.slice(tag.offset));
      if (!url) return;
      entity.url = url;
    } else if (tag.name === 'tg-emoji') {
      if (!isInt64(tag.argument)) throw unparsable('Invalid custom emoji identifier specified');
      entity.custom_emoji_id = tag.argument;
    } else if (tag.name === 'blockquote' && tag.argument) {
      entity.type = 'expandable_blockquote';
    } else if (tag.name === 'code' && this.#isWholeContentOf('pre', entity)) {
      // `<pre><code class="language-x">` is one block: the outer tag closes it.
      this.#open[this.#open.length - 1] = { name: 'pre', offset: tag.offset, argument: tag.argument };
      return;
    } else if (tag.name === 'pre' && tag.argument) {
      entity.language = tag.argument;
    }
    this.#entities.push(entity);
  }

  /** Whether the next tag to close is `name` and would cover exactly this entity. */
  #isWholeContentOf(name: string, entity: Entity): boolean {
    const outer = this.#open.at(-1);
    return outer?.name === name && outer.offset === entity.offset && this.#html.startsWith(`</${name}`, this.#position);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const taken = pattern.exec(this.#html)?.[0] ?? '';
    this.#position += taken.length;
    return taken;
  }

  #peek(): string {
    return this.#html.charAt(this.#position);
  }

  #isAtEnd(): boolean {
    return this.#position >= this.#html.length;
  }

  #bytes(position: number): number {
    return Buffer.byteLength(this.#html.slice(0, position));
  }
}

function argumentOf(tag: string, attribute: string, value: string): string | undefined {
  if (tag === 'a' && attribute === 'href') return value;
  if (tag === 'code' && attribute === 'class' && value.startsWith('language-')) return value.slice(9);
  if (tag === 'span' && attribute === 'class' && value.startsWith('tg-')) return value.slice(3);
  if (tag === 'tg-emoji' && attribute === 'emoji-id') return value;
  return undefined;
}

function decodeReference(reference: string): string | undefined {
  const name = reference.replace(/^&#?|;$/g, '');
  if (!reference.startsWith('&#')) return Object.hasOwn(NAMED_CHARACTERS, name) ? NAMED_CHARACTERS[name] : undefined;
  const code = name.startsWith('x') ? Number.parseInt(name.slice(1), 16) : Number(name);
  return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The address that Telegram keeps for a link: `http://` is supplied; nothing for what it cannot open. */
function linkOf(address: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url) || /\s/.test(url)) return undefined;
  const { protocol, hostname, href } = new URL(url);
  if (protocol === 'tg:') return href;
  return /^https?:$/.test(protocol) && /[.:]/.test(hostname) ? href : undefined;
}

function isInt64(digits: string): boolean {
  return /^\d{1,19}$/.test(digits) && BigInt(digits) > 0n && BigInt(digits) < 2n ** 63n;
}

function unparsable(text: string): Error {
  return badRequest(`can't parse entities: ${text}`);
}
