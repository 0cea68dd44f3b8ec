/** Makes every character of a text literal in some markup. It never gets shorter. */
export type Escape = (text: string) => string;

/** For text that no markup reads. */
export function asIs(text: string): string {
  return text;
}

const HTML_SPECIAL = /[&<>"]/;

/** For HTML, also as Telegram reads it. */
export function escapeHtml(text: string): string {
  return HTML_SPECIAL.test(text) ? escapeMrkdwn(text).replaceAll('"', '&quot;') : text;
}

const MRKDWN_SPECIAL = /[&<>]/;

/** For Slack: these three and nothing else, so `<!channel>` and `<@U1>` are words. `*_~` have no escape there. */
export function escapeMrkdwn(text: string): string {
  if (!MRKDWN_SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const MARKDOWN_SPECIAL = /[\\*_~`|><#[@]|\]\(/;
/**
 * A URL in angle brackets, a URL as far as Discord reads it (up to white space or `<`, without the punctuation at its
 * end, which is taken along here), what could end the label of a link that stands before it, or one special character.
 */
const EVERY_MARKDOWN_SPECIAL =
  /<https?:\/\/[^\s<>]+>|https?:\/\/[^\s<]+[^\s<.,:;"'\])][.,:;"'\])]*<?|\]\(|[\\*_~`|><#[]|@(?=everyone|here)/g;
const ZERO_WIDTH_SPACE = '\u200b';

/** For Discord. What it reads as a URL stays untouched, so that it can be clicked. */
export function escapeMarkdown(text: string): string {
  return MARKDOWN_SPECIAL.test(text) ? text.replace(EVERY_MARKDOWN_SPECIAL, backslashOrUrl) : text;
}

function backslashOrUrl(found: string): string {
  if (found.length === 1) return `\\${found}`;
  if (found === '](') return ']\\(';
  // A backslash here would be read as the end of the URL, and the `<` as the begin of a mention.
  return found.endsWith('<') ? found + ZERO_WIDTH_SPACE : found;
}
