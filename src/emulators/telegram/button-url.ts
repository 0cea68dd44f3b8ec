import { badRequest } from './refusal.ts';

/**
 * Checks the address of a `url` button: http, https or tg, a host with a dot or an IP address, no white space.
 * Without a scheme Telegram supplies `http://`. Throws the refusal otherwise. Gives the address as it will be kept.
 */
export function checkButtonUrl(address: string): string {
  const invalid = (why: string) => badRequest(`inline keyboard button URL '${address}' is invalid: ${why}`);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined && !['http', 'https', 'tg'].includes(scheme)) throw invalid('Unsupported URL protocol');
  if (/^(https?:)?\/*$/i.test(address)) throw invalid('URL host is empty');
  const url = scheme === undefined ? `http://${address}` : address;
  if (/\s/.test(address) || !URL.canParse(url)) throw invalid('Wrong HTTP URL');
  if (scheme === 'tg') return address;
  const { hostname, href } = new URL(url);
  // `not-a-url` fails when it is parsed, `http://localhost` only when it is sent: two different texts.
  if (!/[.:]/.test(hostname)) throw scheme === undefined ? invalid('Wrong HTTP URL') : badRequest('BUTTON_URL_INVALID');
  return href;
}
