import type { ReceiverEvent } from '@slack/bolt';
import { reasonOf } from '../../protocol/errors.ts';
import { type Patience, type Setback, waitAfter } from '../../protocol/patience.ts';
import type { Bolt } from './bolt.ts';
import { operatorsFault } from './health.ts';
import type { Intake } from './intake.ts';

export interface SocketDeps {
  bolt: Pick<Bolt, 'socket'>;
  intake: Intake;
}

/**
 * Holds a socket to Slack, and opens another one whenever it ends: Slack closes each of them after some hours. The
 * SDK's own way of connecting again gives up where Slack cannot be reached, by a rejection that nothing catches.
 *
 * An envelope is acknowledged once it is kept. One that is not, Slack sends again, and what was kept by then is known.
 */
export async function keepSocket({ bolt, intake }: SocketDeps, patience: Patience): Promise<void> {
  const { stopping, health, log } = patience;

  async function take({ body, ack }: ReceiverEvent): Promise<void> {
    try {
      await intake(body);
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'what slack sent could not be kept; events are sent again');
      return;
    }
    // The socket may be gone by now. Then it is sent again.
    await ack().catch((error: unknown) => log.debug({ reason: reasonOf(error) }, 'slack heard no acknowledgement'));
  }

  for (let failures = 0; !stopping.aborted; ) {
    const receiver = bolt.socket(take);
    const { client } = receiver;
    const ended = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
    const stop = () => void receiver.stop().catch(() => {});
    stopping.addEventListener('abort', stop, { once: true });
    try {
      await receiver.start();
      // A stop that came while it was being opened had nothing to close.
      if (stopping.aborted) stop();
      failures = 0;
      if (health.session !== undefined) log.info({}, 'the socket to slack is open');
      health.session = undefined;
      await ended;
      log.debug({}, 'the socket to slack ended');
    } catch (error) {
      failures++;
      await waitAfter(setbackOf(error), failures, patience);
    } finally {
      stopping.removeEventListener('abort', stop);
      client.removeAllListeners();
    }
  }
}

function setbackOf(error: unknown): Setback {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const code = typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : undefined;
  const retryAfter =
    typeof error === 'object' && error !== null && 'retryAfter' in error ? error.retryAfter : undefined;
  if (typeof retryAfter === 'number') return { reason: 'Slack asks to wait.', retryAfterMs: retryAfter * 1000 };
  const fault = code === undefined ? undefined : operatorsFault(code, 'app_token');
  if (fault !== undefined) return { reason: fault, isOperators: true };
  return { reason: 'The socket to Slack could not be opened. It is tried again.' };
}
