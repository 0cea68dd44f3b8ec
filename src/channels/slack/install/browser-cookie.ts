import { randomBytes } from 'node:crypto';
import type { PageRequest } from '../../../protocol/page.ts';
import { STATE_TTL_MS } from './state.ts';

const NAME = 'footbridge_slack_install';
const COOKIE = new RegExp(`^${NAME}=([\\w-]{43})$`);

/** The id that a browser was given, when it brings one. */
export function browserIdIn({ headers }: Pick<PageRequest, 'headers'>): string | undefined {
  const cookies = String(headers.cookie ?? '').split(/; */);
  return cookies.map((cookie) => COOKIE.exec(cookie)?.[1]).find(Boolean);
}

export function newBrowserId(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Gives a browser its id for the time of an installation. `Lax`, since Slack's page leads back to us from another site.
 * It goes to this channel's pages only, and over TLS only where we are reached so.
 */
export function browserCookie(browserId: string, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/\/$/, '')}/channels/slack`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${browserId}; Path=${path}; Max-Age=${STATE_TTL_MS / 1000}; HttpOnly; SameSite=Lax${secure}`;
}
