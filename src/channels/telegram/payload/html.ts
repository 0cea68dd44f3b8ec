import { cleanText } from '../../../markup/clean-text.ts';

/** A text in Telegram's HTML: what is seen, and the tags over it. */
export interface Html {
  text: string;
  /** By where they begin, outer ones first. */
  tags: readonly Tag[];
}

interface Tag {
  /** The whole opening tag. */
  opening: string;
  name: string;
  /** UTF-16 units of the text; `end` is behind the last one. */
  start: number;
  end: number;
}

/** What each tag may carry. Bot API, Formatting options, HTML style, read 2026-11. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  a: /^href=(?:"[^"]*"|'[^']*')$/,
  code: /^(?:class=(?:"language-[^"]*"|'language-[^']*'))?$/,
  span: /^class=(?:"tg-spoiler"|'tg-spoiler')$/,
  'tg-emoji': /^emoji-id=(?:"\d{1,18}"|'\d{1,18}')$/,
  blockquote: /^(?:expandable)?$/,
};
const PLAIN_TAGS = new Set(['b', 'strong', 'i', 'em', 'u', 'ins', 's', 'strike', 'del', 'tg-spoiler', 'pre']);

const PIECE =
  /<\/([a-z-]+)\s*>|<([a-z-]+)((?:\s+[a-z-]+(?:=(?:"[^"]*"|'[^']*'))?){0,3})\s*>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});|</gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Reads a text. Nothing when Telegram would not, or where that is not certain. */
export function readHtml(html: string): Html | undefined {
  const source = cleanText(html);
  let text = '';
  const tags: Tag[] = [];
  const open: Tag[] = [];
  let at = 0;
  for (const { 0: piece, 1: closed, 2: opened, 3: attributes = '', 4: entity, index } of source.matchAll(PIECE)) {
    text += source.slice(at, index);
    at = index + piece.length;
    if (entity !== undefined) {
      text += characterOf(entity) ?? piece;
    } else if (opened !== undefined) {
      const name = opened.toLowerCase();
      const attribute = attributes.trim();
      if (!mayOpen(name, attribute)) return undefined;
      const opening = attribute === '' ? `<${name}>` : `<${name} ${escapedTag(attribute)}>`;
      const tag = { opening, name, start: text.length, end: text.length };
      tags.push(tag);
      open.push(tag);
    } else {
      const tag = open.pop();
      if (closed === undefined || tag?.name !== closed.toLowerCase()) return undefined;
      tag.end = text.length;
    }
  }
  text += source.slice(at);
  return open.length === 0 ? { text, tags: tags.filter(({ start, end }) => end > start) } : undefined;
}

/** The part of a text from `from` up to `to`, with the tags that lie over it. */
export function printHtml({ text, tags }: Html, from = 0, to = text.length): string {
  let html = '';
  let at = from;
  const open: Tag[] = [];
  const goTo = (end: number) => {
    html += escaped(text.slice(at, end));
    at = Math.max(at, end);
  };
  const closeUntil = (place: number) => {
    for (let tag = open.at(-1); tag && tag.end <= place; tag = open.at(-1)) {
      goTo(Math.min(tag.end, to));
      html += `</${tag.name}>`;
      open.pop();
    }
  };
  for (const tag of tags) {
    if (tag.end <= from || tag.start >= to) continue;
    closeUntil(tag.start);
    goTo(Math.max(tag.start, from));
    html += tag.opening;
    open.push(tag);
  }
  closeUntil(to);
  goTo(to);
  for (const { name } of open.reverse()) html += `</${name}>`;
  return html;
}

function mayOpen(name: string, attribute: string): boolean {
  if (PLAIN_TAGS.has(name)) return attribute === '';
  return Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name]?.test(attribute) === true;
}

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return Object.hasOwn(NAMED, entity) ? NAMED[entity] : undefined;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return code >= 0x20 && code < 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Within quotes: what is no entity yet becomes one. */
function escapedTag(attribute: string): string {
  return attribute
    .replace(/&(?!(?:lt|gt|amp|quot|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
