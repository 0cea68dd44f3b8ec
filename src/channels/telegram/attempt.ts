import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import type { Health } from '../../protocol/health.ts';
import type { Log } from '../../protocol/log.ts';
import type { Note } from '../../protocol/notes.ts';
import type { Answer, BotMethod, CallBotApi } from './bot-api.ts';
import { isTokenRefused, TOKEN_REFUSED } from './health.ts';
import { integerIn, type Loose, objectIn } from './loose.ts';
import type { Repair } from './repairs.ts';

export interface AttemptDeps {
  call: CallBotApi;
  health: Health;
  log: Log;
}

/** What the platform said to the last call, and what was left out on the way there. */
export interface Attempt {
  method: BotMethod;
  answer: Answer;
  notes: Note[];
}

/** Calls, and calls again only when the platform has refused a part that can be left out. */
export async function attempt(
  request: DeliveryRequest,
  method: BotMethod,
  firstBody: Loose,
  repairs: readonly Repair[],
  { call, health, log }: AttemptDeps,
): Promise<Attempt> {
  const notes: Note[] = [];
  let body = firstBody;
  // Every repair leaves a part out, so there is an end to them.
  for (;;) {
    const answer = await call(method, body);
    if (answer.type !== 'silence') {
      health.delivery = answer.type === 'no' && isTokenRefused(answer.code) ? TOKEN_REFUSED : undefined;
    }
    const mended = mend(answer, body, repairs);
    if (!mended) return { method, answer, notes };

    body = mended.body;
    if (mended.repair.note) notes.push(mended.repair.note);
    log.info({ delivery_id: request.deliveryId, repair: mended.repair.name }, 'telegram refused a part of a message');
  }
}

function mend(answer: Answer, body: Loose, repairs: readonly Repair[]): { repair: Repair; body: Loose } | undefined {
  if (answer.type !== 'no' || answer.code !== 400) return undefined;
  for (const repair of repairs) {
    const mended = repair.mend(body, answer.description);
    if (mended) return { repair, body: mended };
  }
  return undefined;
}

/** How a delivery ended, by what the platform said last. */
export function outcomeOf({ method, answer, notes }: Attempt, request: DeliveryRequest): DeliveryOutcome {
  if (answer.type === 'silence') return { status: answer.mayBeDone ? 'unknown' : 'unreached', reason: answer.reason };
  if (answer.type === 'yes') return delivered(integerIn(objectIn(answer.result)?.message_id), request, notes);

  const { code, description, movedTo } = answer;
  const reason = `Telegram refused ${method}: ${code} ${description}`;
  if (answer.retryAfterMs !== undefined) return { status: 'throttled', retryAfterMs: answer.retryAfterMs };
  if (movedTo !== undefined) return { status: 'moved', to: { chat_id: movedTo } };
  // The operator can mend a token; the message waits for that.
  if (isTokenRefused(code)) return { status: 'unreached', reason: TOKEN_REFUSED };
  if (request.kind === 'edit' && description.includes('message is not modified')) {
    return delivered(undefined, request, notes);
  }
  return { status: 'refused', reason };
}

function delivered(
  messageId: number | undefined,
  { targetReceipt }: DeliveryRequest,
  notes: readonly Note[],
): DeliveryOutcome {
  const receipt = messageId === undefined ? targetReceipt : String(messageId);
  return {
    status: 'delivered',
    ...(receipt !== undefined && { receipt }),
    ...(notes.length > 0 && { notes }),
  };
}
