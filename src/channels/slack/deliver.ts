import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { OpenUrl } from '../../protocol/file.ts';
import type { Health } from '../../protocol/health.ts';
import type { Log } from '../../protocol/log.ts';
import type { Note } from '../../protocol/notes.ts';
import { deliverFile } from './deliver-file.ts';
import { operatorsFault } from './health.ts';
import { outcomeOf } from './outcome.ts';
import { filePayloadIn } from './print-file.ts';
import { readReceipt } from './receipt.ts';
import { type Body, mended } from './repairs.ts';
import type { PostToResponseUrl } from './response-url.ts';
import type { Tokens } from './tokens.ts';
import type { Answer, CallWebApi } from './web-api.ts';

export interface DeliverDeps {
  call: CallWebApi;
  respond: PostToResponseUrl;
  tokens: Tokens;
  health: Health;
  log: Log;
  openUrl: OpenUrl;
}

/**
 * Sends a message, or changes one. The waits and the retries are the dispatcher's; here a call is made again only when
 * the platform has refused it, so that nothing can arrive twice. A payload with `user` is for that person's eyes only.
 */
export async function deliver(request: DeliveryRequest, deps: DeliverDeps): Promise<DeliveryOutcome> {
  const { payload } = request;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { status: 'refused', reason: 'The payload is not a body of chat.postMessage' };
  }
  let token: string | undefined;
  try {
    token = await deps.tokens.ofConversation(request.conversation);
  } catch (error) {
    return { status: 'unreached', reason: reasonOf(error) };
  }
  if (token === undefined) return { status: 'refused', reason: deps.tokens.whyNone(request.conversation) };
  const body = payload as Body;
  const file = filePayloadIn(body);
  if (file) return deliverFile(request, file, token, deps);
  const isForOne = typeof body.user === 'string';
  if (request.kind === 'send') {
    const { outcome, answer } = await attempt(
      isForOne ? 'chat.postEphemeral' : 'chat.postMessage',
      token,
      body,
      request,
      deps,
    );
    return request.secret !== undefined && isOutside(answer)
      ? answerAlone(body, request.secret, request, deps)
      : outcome;
  }
  if (isForOne || request.targetReceipt === SEEN_BY_ONE) return editForOne(body, token, request, deps);
  const target = readReceipt(request.targetReceipt);
  if (!target) return { status: 'refused', reason: 'The receipt of the message to change is none of Slack' };
  const { thread_ts, ...rest } = body;
  return (await attempt('chat.update', token, { ...rest, ...target }, request, deps)).outcome;
}

/** In place of the id of a message that only one person sees and that has none: it came by a `response_url`. */
const SEEN_BY_ONE = 'seen_by_one';

/** A command can be run where the app is no member and cannot write. */
function isOutside(answer: Answer): boolean {
  return answer.type === 'no' && /^(not_in_channel|channel_not_found)$/.test(answer.code);
}

/** Answers whoever ran a command, who alone sees it, as they alone saw the command. */
async function answerAlone(
  { text, blocks }: Body,
  responseUrl: string,
  request: DeliveryRequest,
  { respond }: DeliverDeps,
): Promise<DeliveryOutcome> {
  // There is no original that could be replaced.
  const answer = await respond(responseUrl, { response_type: 'ephemeral', text, blocks });
  const outcome = outcomeOf('response_url', answer, request);
  return outcome.status === 'delivered' ? { ...outcome, receipt: SEEN_BY_ONE } : outcome;
}

/** Only the address that came with the press reaches what one person sees. When it is no good any more, they get a message. */
async function editForOne(
  body: Body,
  token: string,
  request: DeliveryRequest,
  deps: DeliverDeps,
): Promise<DeliveryOutcome> {
  const { text, blocks } = body;
  if (request.secret !== undefined) {
    const answer = await deps.respond(request.secret, { replace_original: true, text, blocks });
    if (answer.type !== 'no' || answer.retryAfterMs !== undefined) return outcomeOf('response_url', answer, request);
    deps.log.info({ delivery_id: request.deliveryId, code: answer.code }, 'slack took no edit at a response_url');
  }
  return (await attempt('chat.postEphemeral', token, body, request, deps)).outcome;
}

async function attempt(
  method: string,
  token: string,
  firstBody: Body,
  request: DeliveryRequest,
  { call, health, log }: DeliverDeps,
): Promise<{ outcome: DeliveryOutcome; answer: Answer }> {
  const notes: Note[] = [];
  let body = firstBody;
  // The repair leaves a part out, so there is an end to it.
  for (;;) {
    const answer = await call(method, token, body);
    noteHealth(answer, health);
    const mend = mended(body, answer);
    if (!mend) return { answer, outcome: outcomeOf(method, withChannel(answer, body), request, notes) };
    body = mend.body;
    notes.push(mend.note);
    log.info({ delivery_id: request.deliveryId }, 'slack refused the blocks of a message');
  }
}

/** chat.postEphemeral does not say where it went. */
function withChannel(answer: Answer, { channel }: Body): Answer {
  return answer.type === 'yes' ? { ...answer, result: { channel, ...answer.result } } : answer;
}

function noteHealth(answer: Answer, health: Health): void {
  if (answer.type === 'silence') return;
  health.delivery = answer.type === 'no' ? operatorsFault(answer.code, 'bot_token') : undefined;
}
