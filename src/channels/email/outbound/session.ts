import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../../protocol/health.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Mailer } from './mailer.ts';
import { operatorsTurn, sentenceOf } from './outcome.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * Signs in to the mail server until it works, so that an operator learns of a wrong password before the first mail.
 * Mail is not held up by it: each delivery finds out for itself.
 */
export async function untilGreeted(
  mailer: Pick<Mailer, 'greet'>,
  { health, log, stopping }: { health: Health; log: Log; stopping: AbortSignal },
): Promise<void> {
  for (let failures = 0; !stopping.aborted; failures++) {
    const failure = await mailer.greet();
    if (!failure) {
      health.session = undefined;
      log.info({}, 'the mail server is there');
      return;
    }
    const reason = sentenceOf(failure);
    if (health.session !== reason) log.warn({ reason }, 'email is not ready');
    health.session = reason;
    const waitMs = operatorsTurn(failure) ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => {});
  }
}
