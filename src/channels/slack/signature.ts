import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelRequest } from '../../protocol/channel.ts';

/** How far a request's time may be from ours, in both directions. docs.slack.dev, Verifying requests from Slack, read 2026-11. */
const MAX_AGE_S = 5 * 60;

/**
 * Whether Slack signed a request, and just now. The SDK takes a time that is in the future, or no number at all, so
 * that what it has let through once could be sent again for ever.
 */
export function isSigned({ headers, body }: ChannelRequest, signingSecret: string, nowMs: number): boolean {
  const { 'x-slack-request-timestamp': time, 'x-slack-signature': given } = headers;
  if (typeof time !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(nowMs / 1000 - Number(time)) > MAX_AGE_S) return false;
  const mac = createHmac('sha256', signingSecret).update(`v0:${time}:`).update(body).digest('hex');
  const [expected, got] = [Buffer.from(`v0=${mac}`), Buffer.from(given)];
  return got.length === expected.length && timingSafeEqual(got, expected);
}
