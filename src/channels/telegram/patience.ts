import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../protocol/health.ts';
import type { Log } from '../../protocol/log.ts';
import type { Answer, BotMethod, CallBotApi } from './bot-api.ts';
import { isTokenRefused, TOKEN_REFUSED } from './health.ts';

export interface Patience {
  call: CallBotApi;
  health: Health;
  log: Log;
  /** Aborted when the channel stops; every wait ends with it. */
  stopping: AbortSignal;
}

type Failure = Extract<Answer, { type: 'no' }> | { type: 'silence'; reason: string };

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** Calls until the result fits. Nothing when the channel stops first. */
export async function insist<T>(
  method: BotMethod,
  body: object,
  read: (result: unknown) => T | undefined,
  patience: Patience,
): Promise<T | undefined> {
  for (let failures = 1; !patience.stopping.aborted; failures++) {
    const answer = await patience.call(method, body, patience.stopping);
    const result = answer.type === 'yes' ? read(answer.result) : undefined;
    if (result !== undefined) return result;
    await waitAfter(answer.type === 'yes' ? notTheBotApi(method) : answer, failures, patience);
  }
  return undefined;
}

/**
 * Says what is wrong, then waits: as long as Telegram asks, half a minute for what an operator has to mend,
 * else 0.25 s, 0.5 s, … up to 30 s by the number of failures in a row.
 */
export async function waitAfter(failure: Failure, failures: number, patience: Patience): Promise<void> {
  if (patience.stopping.aborted) return;
  report(reasonFor(failure), patience);
  const isOperatorsTurn = failure.type === 'no' && failure.code !== 409;
  const waitMs = isOperatorsTurn
    ? (failure.retryAfterMs ?? LONGEST_WAIT_MS)
    : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  await sleep(waitMs, undefined, { signal: patience.stopping }).catch(() => {});
}

/** Makes it the reason why the channel is not ready, and a log line when it is a new one. */
function report(reason: string, { health, log }: Pick<Patience, 'health' | 'log'>): void {
  if (health.session !== reason) log.warn({ reason }, 'telegram is not ready');
  health.session = reason;
}

function reasonFor(failure: Failure): string {
  if (failure.type === 'silence') return `${failure.reason}. It is tried again.`;
  if (isTokenRefused(failure.code)) return TOKEN_REFUSED;
  if (failure.code === 409) {
    return `Something else takes this bot's updates (${failure.description}). Stop it, or use another token.`;
  }
  return `Telegram refused to start the session: ${failure.code} ${failure.description}`;
}

function notTheBotApi(method: BotMethod): Failure {
  return {
    type: 'silence',
    reason: `What answered ${method} is not a Bot API server. Check channels.telegram.api_root`,
  };
}
