/** An http(s) URL in the letter of RFC 3986: a plain host, no userinfo, no IPv6 host. `%` is checked apart. */
const PLAIN_URL =
  /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._-]*(?::\d{1,5})?(?:[/?][\w\-.~!$&'()*+,;=:@/?%]*)?(?:#[\w\-.~!$&'()*+,;=:@/?%]*)?$/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;
/** Parsers drop or turn these, so the button would open another URL than the one that is read. */
const MISREAD = /[\s\p{Cc}\\]/u;
const TO_ENCODE = /[^\w\-.~:/?#@!$&'()*+,;=%]/g;
const EVERY_STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;

/**
 * The URL in the form that every platform takes for a link button, percent-encoded where needed. Nothing when it is not
 * http(s), names a user, has white space or an IPv6 host, or is longer than `maxLength` characters.
 */
export function buttonUrl(url: string, maxLength: number): string | undefined {
  if (url.length > maxLength) return undefined;
  if (isPlain(url)) return url;
  const encoded = encode(url);
  return encoded !== undefined && encoded.length <= maxLength && isPlain(encoded) ? encoded : undefined;
}

function isPlain(url: string): boolean {
  return PLAIN_URL.test(url) && !STRAY_PERCENT.test(url);
}

function encode(url: string): string | undefined {
  if (MISREAD.test(url) || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  return parsed.href.replace(TO_ENCODE, encodeURIComponent).replace(EVERY_STRAY_PERCENT, '%25');
}

/** A host name with a dot and a letter first in its last label, so no `0x7f.1` either. */
const DOTTED_HOST = /^https?:\/\/(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+(?=[:/?#]|$)/i;
const LOCAL_HOST = /^https?:\/\/[^/?#:]*\.(?:localhost|local|internal)(?=[:/?#]|$)/i;
const IPV4_HOST = /^https?:\/\/(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}(?=[:/?#]|$)/i;

/** Whether a URL from `buttonUrl` leads to a host that anybody can reach, by its name alone. */
export function hasPublicHost(url: string): boolean {
  if (DOTTED_HOST.test(url)) return !LOCAL_HOST.test(url);
  const octets = IPV4_HOST.exec(url);
  return octets !== null && URL.canParse(url) && isPublicIpv4(Number(octets[1]), Number(octets[2]));
}

/** RFC 6890: this host, private, shared, loopback, link-local, multicast and above are not. */
function isPublicIpv4(first: number, second: number): boolean {
  if (first === 0 || first === 10 || first === 127 || first >= 224) return false;
  if (first === 100) return second < 64 || second > 127;
  if (first === 169) return second !== 254;
  if (first === 172) return second < 16 || second > 31;
  return !(first === 192 && second === 168);
}
