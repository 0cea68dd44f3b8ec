import type { AskedQuestion } from '../protocol/envelope.ts';
import type { DeliveryWork } from '../protocol/kept-delivery.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';
import type { Widget } from '../protocol/widget.ts';
import { wholeLog } from './following/whole-log.ts';
import { newId } from './new-id.ts';
import { untilKept } from './until-kept.ts';

/** Beside a payload whose words are not in the log of its channel yet. */
const KEY = 'logged_when_sent';

interface LatePayload {
  content: string;
  ui?: readonly Widget[];
  [KEY]: { questions: readonly AskedQuestion[] };
}

/** What is scheduled in a channel that keeps a log is not said yet: it comes into the log when its time has come. */
export function loggedWhenSent(payload: unknown, questions: readonly AskedQuestion[]): unknown {
  return { ...Object(payload), [KEY]: { questions } };
}

/** Keeps what such a delivery says, as of now; once, however often it is tried. Does nothing for any other. */
export async function logWhenSent(
  { deliveryId, conversation, channel, payload }: DeliveryWork,
  deps: { store: Pick<Store, 'push'>; log: Log; now: () => number; signal: AbortSignal },
): Promise<void> {
  if (!payload.includes(`"${KEY}"`)) return;
  const late = JSON.parse(payload) as LatePayload;
  // Words may hold the key, too.
  if (!Object.hasOwn(late, KEY)) return;
  const envelope = {
    text: late.content,
    widgets: [...(late.ui ?? [])],
    questions: [...late[KEY].questions],
    notes: [],
  };
  const nowMs = deps.now();
  const kept = {
    turnId: newId('turn', nowMs),
    ...{ conversation, channel, deliveries: [], questions: [] },
    ...{ idempotencyKey: `log of ${deliveryId}`, fingerprint: deliveryId, response: 'null' },
    receivedAtMs: nowMs,
    log: wholeLog({ run: 1, ending: { envelope } }),
  };
  await untilKept(() => deps.store.push(kept), deps);
}
