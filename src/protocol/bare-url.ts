import { linkUrl } from './link-url.ts';

/** Up to white space, a character that no URL has, or a square bracket without its partner. */
const URL_LIKE =
  /^https?:\/\/(?:[^\s[\]<>"`\\^{}|\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]|\[[^\s[\]<>"`\\^{}|]{0,99}\])+/i;
/** Longer ones are no link anyway, and in a text without white space each would be looked through to its end. */
const MAX_LOOKED_AT = 2_200;
const WORD = /[A-Za-z0-9]/;
/** Ends the sentence or the markup around a URL, not the URL. */
const TRAILING = /[.,:;!?'*_~]$/;

/**
 * The http(s) URL that stands in a text at a place, without the punctuation behind it. Nothing where there is none, or
 * none that a person may be sent to.
 */
export function bareUrlAt(text: string, start: number): string | undefined {
  if (start > 0 && WORD.test(text.charAt(start - 1))) return undefined;
  const found = URL_LIKE.exec(text.slice(start, start + MAX_LOOKED_AT))?.[0];
  if (found === undefined || found.length === MAX_LOOKED_AT) return undefined;
  const checked = linkUrl(withoutTrailing(found));
  return 'url' in checked ? checked.url : undefined;
}

function withoutTrailing(found: string): string {
  let unclosed = 0;
  for (const character of found) unclosed += character === '(' ? 1 : character === ')' ? -1 : 0;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (last === ')' && unclosed < 0) unclosed++;
    else if (!TRAILING.test(last)) break;
  }
  return found.slice(0, end);
}
