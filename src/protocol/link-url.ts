/** Longest URL of a link, characters. */
const MAX_URL_CHARS = 2048;

/** Scheme and authority; no user name, no password, no backslash that parsers read in different ways. */
const HTTP_AUTHORITY = /^https?:\/\/[^/?#\\@\s]+(?=[/?#]|$)/i;
const HTTP = /^https?:/i;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A URL that a person may be sent to, or why it may not be one. The reason never repeats the URL. */
export type LinkUrl = { url: string } | { refusal: string };

/**
 * Checks a URL before a person is sent to it. http and https only, no user name or password, no control or invisible
 * character, at most 2048 characters, and it must parse. It stays as it was written, but for spaces: they become `%20`.
 */
export function linkUrl(raw: unknown): LinkUrl {
  if (typeof raw !== 'string') return { refusal: 'it is not a string' };
  if (raw.length > MAX_URL_CHARS) return { refusal: `it is longer than ${MAX_URL_CHARS} characters` };
  if (UNSEEN.test(raw)) return { refusal: 'it holds control or invisible characters' };
  if (!HTTP.test(raw)) return { refusal: 'it does not start with http:// or https://' };
  if (!HTTP_AUTHORITY.test(raw)) return { refusal: 'it has no host, or a user name, a password or a backslash in it' };
  const url = raw.replaceAll(' ', '%20');
  return URL.canParse(url) ? { url } : { refusal: 'it cannot be parsed' };
}
