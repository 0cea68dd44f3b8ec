import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ChannelRequest } from '../../protocol/channel.ts';

/** How far a request's time may be from ours, in both directions. Discord names no limit; this is our choice. */
const MAX_AGE_S = 5 * 60;
/** What stands before the 32 bytes of an Ed25519 key in its DER form. RFC 8410, section 4. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The key of 64 hex digits that the developer portal shows. */
export function publicKeyOf(hex: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([ED25519_SPKI, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' });
}

/** Whether Discord signed a request, and just now, so that what was let through once cannot be sent again for ever. */
export function isSigned({ headers, body }: ChannelRequest, key: KeyObject, nowMs: number): boolean {
  const { 'x-signature-timestamp': time, 'x-signature-ed25519': given } = headers;
  if (typeof time !== 'string' || typeof given !== 'string') return false;
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-fA-F]{128}$/.test(given)) return false;
  if (Math.abs(nowMs / 1000 - Number(time)) > MAX_AGE_S) return false;
  return verify(null, Buffer.concat([Buffer.from(time), body]), key, Buffer.from(given, 'hex'));
}
