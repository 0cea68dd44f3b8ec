import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionSecret } from './interaction-secret.ts';
import type { Answer, CallRest } from './rest.ts';
import { madeAtMs } from './snowflake-time.ts';

/**
 * Unknown webhook, unknown interaction, invalid webhook token: the token has expired, or the interaction was never
 * answered. Unknown message: what it began with is gone. docs.discord.com, Opcodes and Status Codes, read 2026-11.
 */
const GONE: ReadonlySet<number> = new Set([10_015, 10_062, 50_027, 10_008]);
/** Of these the two that Discord also gives before it has the first answer to an interaction. */
const PERHAPS_EARLY: ReadonlySet<number> = new Set([10_015, 10_062]);

/** An interaction must be answered within 3 s; some more for clocks that differ. */
const FIRST_ANSWER_MS = 5_000;
const PAUSE_MS = 150;
const MAX_PAUSES = 20;

/** Whether a token, or what it stands for, is no good any more. */
export function isGone(answer: Answer): boolean {
  return answer.type === 'no' && GONE.has(answer.code);
}

/**
 * The same calls, for what a token of an interaction reaches. The reply of a quick agent may overtake the first answer,
 * which is on its way to Discord still, perhaps from another instance: then the call is made again for a while.
 */
export function byToken({ interactionId }: InteractionSecret, call: CallRest, now: () => number): CallRest {
  const madeMs = madeAtMs(interactionId);
  return async (request) => {
    for (let pauses = 0; ; pauses++) {
      const answer = await call(request);
      const isEarly = answer.type === 'no' && PERHAPS_EARLY.has(answer.code);
      const isYoung = madeMs !== undefined && now() - madeMs < FIRST_ANSWER_MS;
      if (!isEarly || !isYoung || pauses === MAX_PAUSES) return answer;
      await sleep(PAUSE_MS);
    }
  };
}
