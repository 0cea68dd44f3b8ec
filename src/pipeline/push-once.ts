import { BridgeError } from '../protocol/errors.ts';
import type { Push, Store } from '../protocol/store.ts';
import type { Beginning } from './beginning.ts';

/**
 * Keeps what came by API together with its answer. Gives that answer, and for a repeated idempotency key the first one,
 * so that nothing is sent twice. Throws `idempotency_mismatch` when the key was used for another request.
 */
export async function pushOnce<Answer>(
  push: Omit<Push, 'response' | 'take'>,
  answer: Answer,
  deps: { store: Store; beginning: Beginning },
): Promise<Answer> {
  const kept: Push = { ...push, response: JSON.stringify(answer) };
  const pushed = await deps.beginning((take) => deps.store.push({ ...kept, take }));
  if (pushed.status === 'accepted') return answer;
  if (pushed.fingerprint === push.fingerprint) return JSON.parse(pushed.response);
  throw new BridgeError(
    'idempotency_mismatch',
    'This idempotency key was used for another request. Send a new key, or the same request again.',
  );
}
