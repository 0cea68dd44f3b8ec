import { createHash } from 'node:crypto';
import { BridgeError } from '../../protocol/errors.ts';

/** Stands for these values: the same for the same ones, in every process. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}

/** Throws when a repeated key came with another request. The turn's id stands for the request. */
export function assertSame(turnId: string, firstTurnId: string): void {
  if (turnId === firstTurnId) return;
  throw new BridgeError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Send a new key, or the same request again.',
  );
}
