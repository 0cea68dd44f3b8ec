import { exactFields } from './fields.ts';

/** Opens a page outside the application, in a tab of its own. */
export interface ExternalAction {
  kind: 'external';
  url: string;
}

export type ExternalRefusal =
  | 'wrong_fields'
  | 'too_long'
  | 'bad_character'
  | 'not_https'
  | 'user_name'
  | 'port'
  | 'host_not_allowed'
  | 'cannot_be_parsed';

/** Where an external action may lead when nothing else is configured. */
export const DEFAULT_EXTERNAL_HOSTS: readonly string[] = ['minara.ai', 'www.minara.ai', 'agent.minara.ai'];

const MAX_CHARS = 2048;
const AUTHORITY = /^https:\/\/([^/?#]*)/;
const UNSEEN_OR_SPACE = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;

/**
 * Checks an action of the kind `external`. The host must be one of `hosts` as it is written and as it is parsed, so that
 * no spelling that only becomes it (capitals, wide letters, a dot at the end) passes. https only, without user name and
 * port; no white space, control or invisible character or backslash; at most 2048 characters. `any` leaves the choice of
 * hosts to somebody else. An allowed host must have no open redirect: where it leads on is not looked at.
 */
export function externalAction(
  value: unknown,
  hosts: readonly string[] | 'any',
): { action: ExternalAction } | { refusal: ExternalRefusal } {
  const url = exactFields(value, { needed: ['kind', 'url'] })?.url;
  if (typeof url !== 'string') return { refusal: 'wrong_fields' };
  const refusal = refusalOf(url, hosts);
  return refusal ? { refusal } : { action: { kind: 'external', url } };
}

function refusalOf(url: string, hosts: readonly string[] | 'any'): ExternalRefusal | undefined {
  if (url.length > MAX_CHARS) return 'too_long';
  if (UNSEEN_OR_SPACE.test(url)) return 'bad_character';
  const [, host] = AUTHORITY.exec(url) ?? [];
  if (host === undefined) return 'not_https';
  if (host.includes('@')) return 'user_name';
  if (host.includes(':')) return 'port';
  if (hosts !== 'any' && !hosts.includes(host)) return 'host_not_allowed';
  if (!URL.canParse(url)) return 'cannot_be_parsed';
  const parsed = new URL(url);
  const isAsWritten = parsed.origin === `https://${host}` && parsed.username === '' && parsed.password === '';
  return isAsWritten ? undefined : 'host_not_allowed';
}
