import { MAX_TEXT_UNITS } from './limits.ts';

const ENTITY = /&(?:lt|gt|amp|quot|#\d{1,7}|#x[0-9A-Fa-f]{1,6});/g;
const TAG_OR_ENTITY = new RegExp(`<a\\s+href="([^"<>]*)"[^<>]*>|</?[A-Za-z][^<>]*>|${ENTITY.source}`, 'g');

const NAMED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/**
 * The words of a text whose markup the platform could not read. A link keeps its URL after its label,
 * as long as that fits into one message.
 */
export function plainText(text: string, parseMode: unknown): string {
  if (!isHtml(parseMode)) return unescapeMarkdown(text);
  const withUrls = plainFromHtml(text, (url) => ` (${url})`);
  return withUrls.length <= MAX_TEXT_UNITS ? withUrls : plainFromHtml(text, () => '');
}

/** How much of the platform's limit a marked-up text takes. */
export function shownLength(text: string, parseMode: unknown): number {
  return isHtml(parseMode) ? plainFromHtml(text, () => '').length : text.length;
}

function isHtml(parseMode: unknown): boolean {
  return typeof parseMode === 'string' && parseMode.toLowerCase() === 'html';
}

function plainFromHtml(html: string, afterLink: (url: string) => string): string {
  let openLink: { url: string; start: number } | undefined;
  return html.replace(TAG_OR_ENTITY, (found: string, href: string | undefined, at: number) => {
    if (found.startsWith('&')) return decoded(found);
    if (href !== undefined) {
      openLink = { url: withoutEntities(href), start: at + found.length };
      return '';
    }
    if (found.toLowerCase() !== '</a>' || !openLink) return '';
    const { url, start } = openLink;
    openLink = undefined;
    return withoutEntities(html.slice(start, at)) === url ? '' : afterLink(url);
  });
}

function withoutEntities(html: string): string {
  return html.replace(ENTITY, decoded);
}

function decoded(entity: string): string {
  const named = NAMED[entity];
  if (named !== undefined) return named;
  const isHex = entity.startsWith('&#x');
  const code = Number.parseInt(entity.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

/** Only the backslashes go: what they protected reads as it was meant. */
function unescapeMarkdown(text: string): string {
  return text.replace(/\\([_*[\]()~`>#+\-=|{}.!\\])/g, '$1');
}
