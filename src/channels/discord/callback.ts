import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { InteractionAnswer } from './interaction-answer.ts';
import type { Responding } from './responding.ts';
import type { Answer, Call, CallRest } from './rest.ts';
import { payloadIn } from './wire.ts';

/** Answered already, by somebody else; and an interaction whose time is over. docs.discord.com, read 2026-11. */
const ALREADY_ANSWERED = 40_060;
const UNKNOWN_INTERACTION = 10_062;

/** Answers an interaction that came over the gateway. Never throws. */
export async function answerByCallback(
  interaction: unknown,
  { responding, call, log }: { responding: Responding; call: CallRest; log: Log },
): Promise<void> {
  let answer: InteractionAnswer;
  try {
    answer = await responding.answer(interaction);
  } catch (error) {
    // Discord tells the person that it failed, and they press again.
    log.error({ reason: reasonOf(error) }, 'an interaction of discord could not be kept');
    return;
  }
  const request = callbackCall(interaction, answer);
  if (!request) return;
  let said = await call(request);
  // A kept-alive connection may end in the moment it is used. Answered twice is answered once.
  if (said.type === 'silence') said = await call(request);
  report(said, log);
}

function callbackCall(interaction: unknown, body: InteractionAnswer): Call | undefined {
  const payload = payloadIn({ t: 'INTERACTION_CREATE', d: interaction });
  if (payload?.type !== 'interaction') return undefined;
  const { id, token } = payload.interaction;
  return {
    method: 'POST',
    path: `/interactions/${encodeURIComponent(id)}/${encodeURIComponent(token)}/callback`,
    body,
    isBots: false,
  };
}

function report(said: Answer, log: Log): void {
  switch (said.type) {
    case 'yes':
      return;
    case 'no':
      if (said.code === ALREADY_ANSWERED) return;
      if (said.code === UNKNOWN_INTERACTION) log.info({}, 'an answer came too late for discord; what was said counts');
      else log.warn({ code: said.code, details: said.details }, 'discord took no answer to an interaction');
      return;
    case 'wait':
      log.warn({ wait_ms: said.retryAfterMs }, 'an interaction was not answered: discord asks to wait');
      return;
    case 'silence':
      log.warn({ reason: said.reason }, 'an interaction was not answered');
      return;
    default:
      said satisfies never;
  }
}
