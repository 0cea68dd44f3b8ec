import { linkUrl } from '../../protocol/link-url.ts';

const MAIL = /^mailto:[\w.!#$%&'*+/=?~-]{1,64}@[A-Za-z0-9.-]{1,253}(?:\?[\w\-.~%=&+!@,:;/?]{0,1000})?$/i;
const DATA = /^data:/i;

/** No URL has these, and most markups read them. */
const NO_URL_CHARACTER = /["<>\\^`{|}]/g;

/** The URL behind a link as it may be used: http, https or mailto, percent-encoded where needed. Empty for any other. */
export function linkTarget(written: string): string {
  if (MAIL.test(written)) return written;
  const checked = linkUrl(written.replace(NO_URL_CHARACTER, percentEncoded));
  return 'url' in checked ? checked.url : '';
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Bytes written out in place of a URL: nobody can read them, and they are no words. */
export function isData(written: string): boolean {
  return DATA.test(written);
}
