import { createHmac, timingSafeEqual } from 'node:crypto';
import { idIn, objectIn } from '../loose.ts';

/** Telegram signs it when the page is opened and never anew; who keeps it longer opens the page again. */
const MAX_AGE_MS = 60 * 60_000;
/** A clock of ours that is behind. */
const MAX_AHEAD_MS = 60_000;
/** Longer is none of Telegram's. */
const MAX_CHARS = 8_192;

/**
 * The person whom Telegram vouches for, by what its app gave a page (Bot API, Mini Apps, "Validating data received via
 * the Mini App", read 2026-11). Nothing when this bot's token has not signed it, or longer ago than an hour.
 */
export function personInInitData(
  initData: string,
  { token, nowMs }: { token: string; nowMs: number },
): string | undefined {
  if (initData.length > MAX_CHARS) return undefined;
  const fields = [...new URLSearchParams(initData)];
  const values = new Map(fields);
  // A field that stands twice could be read in two ways.
  if (values.size !== fields.length) return undefined;
  const given = Buffer.from(values.get('hash') ?? '', 'hex');
  const signed = fields
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const expected = createHmac('sha256', key).update(signed).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const ageMs = nowMs - Number(values.get('auth_date')) * 1000;
  if (!(ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS)) return undefined;
  const id = idIn(objectIn(parsed(values.get('user')))?.id);
  return id === undefined ? undefined : String(id);
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
