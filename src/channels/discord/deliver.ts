import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import type { OpenUrl, OutboundFile } from '../../protocol/file.ts';
import type { Health } from '../../protocol/health.ts';
import type { Log } from '../../protocol/log.ts';
import { addressOf } from './address.ts';
import { type Attempted, attempt } from './attempt.ts';
import { byToken, isGone } from './by-token.ts';
import { bring, FILE_NAMED, named } from './deliver-file.ts';
import { TOKEN_REFUSED } from './health.ts';
import { type InteractionSecret, isNothingToSay, readSecret } from './interaction-secret.ts';
import { editCall, followUpCall, type Outgoing, originalCall, sendCall, withdrawCall } from './message-call.ts';
import { outcomeOf } from './outcome.ts';
import { fileIn } from './print-file.ts';
import type { Body } from './repairs.ts';
import type { Answer, Call, CallRest } from './rest.ts';

export interface DeliverDeps {
  call: CallRest;
  health: Health;
  log: Log;
  openUrl: OpenUrl;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Sends a message, or changes one. The waits and the retries are the dispatcher's; here a call is made again only when
 * the platform has refused it, so that nothing can arrive twice.
 *
 * What answers an interaction goes by its token first: the first part of the reply to a command into the message that
 * waits for it, an edit of a message into the one whose button was pressed. Both can be repeated and are the same then.
 * Where the token is no good any more, and for everything else, the bot writes into the channel, with a nonce.
 */
export async function deliver(request: DeliveryRequest, deps: DeliverDeps): Promise<DeliveryOutcome> {
  const { payload } = request;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { status: 'refused', reason: 'The payload is not a body of Create Message' };
  }
  const channelId = addressOf(request.conversation ?? '')?.channel_id;
  if (channelId === undefined) return { status: 'refused', reason: 'The conversation is none of Discord' };
  const secret = readSecret(request.secret);
  if (isNothingToSay(payload)) return withdraw(secret, deps);
  const place = { channelId: String(channelId), secret };
  const body = payload as Body;
  const file = fileIn(body);
  if (file) return sendFile(file, place, request, deps);
  return request.kind === 'edit' ? edit({ body }, place, request, deps) : send({ body }, place, request, deps);
}

interface Place {
  channelId: string;
  secret: InteractionSecret | undefined;
}

async function send(
  outgoing: Outgoing,
  { channelId, secret }: Place,
  request: DeliveryRequest,
  deps: DeliverDeps,
): Promise<DeliveryOutcome> {
  if (secret?.original === 'waiting') {
    const filled = await attemptByToken(secret, originalCall, outgoing, deps);
    if (!isGone(filled.answer)) return outcomeOf('an answer to a command', filled.answer, request, filled.notes);
  }
  const sent = await attempt((part) => sendCall(channelId, request.deliveryId, part), outgoing, deps);
  noteHealth(sent.answer, deps.health);
  // A command works where the bot itself may not write, or is no member at all.
  if (secret && isOutside(sent.answer)) {
    const followed = await attemptByToken(secret, followUpCall, outgoing, deps);
    if (!isGone(followed.answer)) return outcomeOf('a follow-up', followed.answer, request, followed.notes);
  }
  return outcomeOf('a message', sent.answer, request, sent.notes);
}

async function edit(
  outgoing: Outgoing,
  { channelId, secret }: Place,
  request: DeliveryRequest,
  deps: DeliverDeps,
): Promise<DeliveryOutcome> {
  const { targetReceipt } = request;
  if (targetReceipt === undefined || !/^\d{1,20}$/.test(targetReceipt)) {
    return { status: 'refused', reason: 'The receipt of the message to change is none of Discord' };
  }
  if (secret?.original === 'source' && secret.sourceId === targetReceipt) {
    const changed = await attemptByToken(secret, originalCall, outgoing, deps);
    if (!isGone(changed.answer)) return outcomeOf('an edit', changed.answer, request, changed.notes);
  }
  const changed = await attempt((part) => editCall(channelId, targetReceipt, part), outgoing, deps);
  noteHealth(changed.answer, deps.health);
  return outcomeOf('an edit', changed.answer, request, changed.notes);
}

/** A file that cannot be had, or that Discord does not take, is named in a message. */
async function sendFile(
  file: OutboundFile,
  place: Place,
  request: DeliveryRequest,
  deps: DeliverDeps,
): Promise<DeliveryOutcome> {
  const brought = await bring(file, deps.openUrl);
  let reason: string;
  if ('reason' in brought) {
    reason = brought.reason;
  } else {
    const outcome = await send(brought, place, request, deps);
    if (outcome.status !== 'refused') return outcome;
    reason = outcome.reason;
  }
  deps.log.info({ delivery_id: request.deliveryId, reason }, 'a file could not be sent');
  const outcome = await send(named(file), place, request, deps);
  return outcome.status === 'delivered' ? { ...outcome, notes: [...(outcome.notes ?? []), FILE_NAMED] } : outcome;
}

/** There was nothing to say: what waits for words is taken away. */
async function withdraw(
  secret: InteractionSecret | undefined,
  { call, now }: Pick<DeliverDeps, 'call' | 'now'>,
): Promise<DeliveryOutcome> {
  if (!secret) return { status: 'delivered' };
  const answer = await byToken(secret, call, now)(withdrawCall(secret));
  // Whatever Discord says to that, there is no message that could be lost.
  return answer.type === 'no' ? { status: 'delivered' } : outcomeOf('a withdrawal', answer, {});
}

function attemptByToken(
  secret: InteractionSecret,
  callOf: (secret: InteractionSecret, outgoing: Outgoing) => Call,
  outgoing: Outgoing,
  { call, log, now }: DeliverDeps,
): Promise<Attempted> {
  return attempt((part) => callOf(secret, part), outgoing, { call: byToken(secret, call, now), log });
}

/** Missing access, missing permissions, unknown channel. docs.discord.com, Opcodes and Status Codes, read 2026-11. */
const OUTSIDE: ReadonlySet<number> = new Set([50_001, 50_013, 10_003]);

function isOutside(answer: Answer): boolean {
  return answer.type === 'no' && OUTSIDE.has(answer.code);
}

function noteHealth(answer: Answer, health: Health): void {
  if (answer.type === 'yes') health.delivery = undefined;
  if (answer.type === 'no') health.delivery = answer.status === 401 ? TOKEN_REFUSED : undefined;
}
