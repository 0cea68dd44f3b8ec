import { linkUrl } from '../protocol/link-url.ts';

/** Longer URLs are refused by every channel. */
const MAX_CHARS = 2048;

/** What keeps a text from being a URL that may be opened or called, as the end of a sentence. Never quotes it: it may hold a token. */
export function httpUrlProblem(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'expected a URL that starts with https:// or http://';
  if (/[\p{Cc}\s]/u.test(text)) return 'the URL holds a blank or a control character';
  if (text.length > MAX_CHARS) return `the URL has ${text.length} characters, the limit is ${MAX_CHARS}`;
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') return 'the URL holds a user name or a password, remove them';
  // What no button would open later is told now.
  const checked = linkUrl(text);
  return 'refusal' in checked ? `the URL cannot be opened: ${checked.refusal}` : undefined;
}
