import { reasonOf } from '../../protocol/errors.ts';
import { READ_KINDS } from './inbound.ts';
import type { Intake } from './intake.ts';
import { integerIn, objectIn } from './loose.ts';
import { type Patience, waitAfter } from './patience.ts';

/** How long one `getUpdates` is held open; below the 30 s after which a call counts as lost. */
const POLL_SEC = 25;

/**
 * Fetches updates until the channel stops. The offset that confirms them moves one update at a time, and only
 * over what is durable: what could not be kept stays with Telegram and comes again.
 */
export async function poll(intake: Intake, patience: Patience): Promise<void> {
  const { call, stopping, health } = patience;
  let offset: number | undefined;
  let failures = 0;
  while (!stopping.aborted) {
    const ask = { timeout: POLL_SEC, limit: 100, allowed_updates: READ_KINDS, ...(offset !== undefined && { offset }) };
    const answer = await call('getUpdates', ask, stopping);
    if (answer.type !== 'yes') {
      // Somebody has registered a webhook meanwhile. The formation says polling, so it goes.
      if (answer.type === 'no' && /webhook/i.test(answer.description)) await call('deleteWebhook', {}, stopping);
      await waitAfter(answer, ++failures, patience);
      continue;
    }
    const batch = Array.isArray(answer.result) ? answer.result : [];
    const taken = await takeAll(batch, intake, patience);
    if (taken.offset !== undefined) offset = taken.offset;
    if (taken.failure === undefined) {
      failures = 0;
      health.session = undefined;
    } else {
      await waitAfter({ type: 'silence', reason: taken.failure }, ++failures, patience);
    }
  }
}

/** Takes a batch in order, up to the first update that cannot be kept. */
async function takeAll(
  batch: readonly unknown[],
  intake: Intake,
  { stopping, log }: Patience,
): Promise<{ offset?: number; failure?: string }> {
  let taken: { offset?: number } = {};
  for (const update of batch) {
    if (stopping.aborted) return taken;
    const updateId = integerIn(objectIn(update)?.update_id);
    if (updateId === undefined) return { ...taken, failure: 'getUpdates gave something that is no update' };
    try {
      const raw = writtenOut(update);
      if (raw !== undefined) await intake(update, raw);
      else log.error({ update_id: updateId }, 'an update was skipped: it is nested too deeply to keep');
    } catch (error) {
      return { ...taken, failure: `An update could not be kept: ${reasonOf(error)}` };
    }
    taken = { offset: updateId + 1 };
  }
  return taken;
}

/** Nothing when the stack runs out on the way down. Such an update would be fetched for ever. */
function writtenOut(update: unknown): string | undefined {
  try {
    return JSON.stringify(update);
  } catch {
    return undefined;
  }
}
