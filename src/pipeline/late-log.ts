import type { Envelope } from '../protocol/envelope.ts';
import type { DeliveryWork } from '../protocol/kept-delivery.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';
import { wholeLog } from './following/whole-log.ts';
import { newId } from './new-id.ts';
import { untilKept } from './until-kept.ts';

/** Beside a payload whose words are not in the log of its channel yet. */
const KEY = 'logged_when_sent';

type Late = Pick<Envelope, 'text' | 'widgets' | 'questions'>;

/**
 * The payloads of what is scheduled in a channel that keeps a log: it is not said yet, and comes into the log when the
 * first of them goes out. A template may write something that nothing can stand beside; that comes into no log.
 */
export function loggedWhenSent(payloads: readonly unknown[], { text, widgets, questions }: Late): unknown[] {
  const late: Late = { text, widgets, questions };
  return payloads.map((payload, at) => (at === 0 && isObject(payload) ? { ...payload, [KEY]: late } : payload));
}

function isObject(payload: unknown): payload is object {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}

/** Keeps what such a delivery says, as of now; once, however often it is tried. Does nothing for any other. */
export async function logWhenSent(
  { deliveryId, conversation, channel, payload }: DeliveryWork,
  deps: { store: Pick<Store, 'push'>; log: Log; now: () => number; signal: AbortSignal },
): Promise<void> {
  if (!payload.includes(`"${KEY}"`)) return;
  const { [KEY]: late } = JSON.parse(payload) as { [KEY]?: Late };
  // Words may hold the key, too.
  if (!late) return;
  const nowMs = deps.now();
  const kept = {
    turnId: newId('turn', nowMs),
    ...{ conversation, channel, deliveries: [], questions: [] },
    ...{ idempotencyKey: `log of ${deliveryId}`, fingerprint: deliveryId, response: 'null' },
    receivedAtMs: nowMs,
    log: wholeLog({ run: 1, ending: { envelope: { ...late, notes: [] } } }),
  };
  await untilKept(() => deps.store.push(kept), deps);
}
