/** How a platform's markup is kept from reading text as anything but words. */
export interface Markup {
  /** The same words, every special character literal. */
  escape(text: string): string;
  /** Moves a cut of escaped text in front of the escape sequence that it would break. No sequence spans `start`. */
  cutOutside(escaped: string, start: number, cut: number): number;
}

export const plain: Markup = {
  escape: (text) => text,
  cutOutside: (_text, _start, cut) => cut,
};

const HTML_SPECIAL = /[&<>"]/;
const EVERY_HTML_SPECIAL = /[&<>"]/g;

/** HTML, also as Telegram reads it. */
export const html: Markup = {
  escape: (text) => (HTML_SPECIAL.test(text) ? text.replace(EVERY_HTML_SPECIAL, entityOf) : text),
  cutOutside: cutOutsideEntity,
};

const MRKDWN_SPECIAL = /[&<>]/;
const EVERY_MRKDWN_SPECIAL = /[&<>]/g;

/** Slack: these three and nothing else, so `<!channel>` and `<@U1>` are words. `*_~` have no escape there. */
export const mrkdwn: Markup = {
  escape: (text) => (MRKDWN_SPECIAL.test(text) ? text.replace(EVERY_MRKDWN_SPECIAL, entityOf) : text),
  cutOutside: cutOutsideEntity,
};

const MARKDOWN_SPECIAL = /[\\*_~`|><#[@]/;
/**
 * A URL in angle brackets, a URL as far as Discord reads it (up to white space or `<`, without the punctuation at its
 * end, which is taken along here), or one special character.
 */
const EVERY_MARKDOWN_SPECIAL =
  /<https?:\/\/[^\s<>]+>|https?:\/\/[^\s<]+[^\s<.,:;"'\])][.,:;"'\])]*<?|[\\*_~`|><#[]|@(?=everyone|here)/g;
const ZERO_WIDTH_SPACE = '\u200b';

/** Discord. What it reads as a URL stays untouched, so that it can be clicked. */
export const markdown: Markup = {
  escape: (text) => (MARKDOWN_SPECIAL.test(text) ? text.replace(EVERY_MARKDOWN_SPECIAL, backslashOrUrl) : text),
  cutOutside(escaped, start, cut) {
    let first = cut;
    while (first > start && escaped.charAt(first - 1) === '\\') first--;
    return (cut - first) % 2 === 1 ? cut - 1 : cut;
  },
};

function backslashOrUrl(found: string): string {
  if (found.length === 1) return `\\${found}`;
  // A backslash here would be read as the end of the URL, and the `<` as the begin of a mention.
  return found.endsWith('<') ? found + ZERO_WIDTH_SPACE : found;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Length of the longest of them, `&quot;`. */
const LONGEST_ENTITY = 6;

function entityOf(special: string): string {
  return ENTITIES[special] ?? special;
}

function cutOutsideEntity(escaped: string, start: number, cut: number): number {
  for (let at = cut - 1; at >= start && at > cut - LONGEST_ENTITY; at--) {
    const character = escaped.charAt(at);
    if (character === ';') return cut;
    if (character === '&') return at;
  }
  return cut;
}
