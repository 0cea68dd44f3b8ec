import type { DeliveryOutcome, DeliveryRequest } from '../../../protocol/channel.ts';
import type { Health } from '../../../protocol/health.ts';
import { conversationOf } from '../address.ts';
import type { AskingMail } from '../answer-link/links.ts';
import { type AttachDeps, attach, NAMED } from './attach.ts';
import { composeMail, type Delivery, type Making } from './compose-mail.ts';
import type { LinkedChoice } from './html-page.ts';
import type { Mailer } from './mailer.ts';
import { operatorsTurn, outcomeOf } from './outcome.ts';
import { readPayload } from './payload.ts';

export interface DeliverDeps extends Omit<Making, 'nowMs'>, AttachDeps {
  mailer: Mailer;
  health: Health;
  now: () => number;
  /** The questions of a mail with a link per option. None where nobody could open one. */
  linked: (mail: AskingMail) => readonly LinkedChoice[];
}

/** Sends one mail. A mail that was sent cannot be changed, so nothing else comes here. The receipt is its Message-ID. */
export async function deliver(request: DeliveryRequest, deps: DeliverDeps): Promise<DeliveryOutcome> {
  const { deliveryId } = request;
  const payload = readPayload(request.payload);
  if ('fault' in payload) return { status: 'refused', reason: `The payload is no mail. ${payload.fault}` };

  // The same mailbox may have several conversations, and an answer goes back into its own.
  const conversation = request.conversation ?? conversationOf({ address: payload.to.address });
  const { subject, choices = [] } = payload;
  const attached = payload.file && (await attach(payload.file, deps));
  const delivery: Delivery = {
    deliveryId,
    conversation,
    payload: attached && 'text' in attached ? { ...payload, text: attached.text } : payload,
    thread: request.secret,
    choices: deps.linked({ conversation, deliveryId, subject, choices }),
    attachment: attached && 'content' in attached ? attached : undefined,
  };
  const mail = composeMail(delivery, { ...deps, nowMs: deps.now() });
  const sent = await deps.mailer.send(mail);
  if (sent.type === 'failed') {
    if (sent.failure.replyCode !== undefined) deps.health.delivery = operatorsTurn(sent.failure);
    return outcomeOf(sent.failure);
  }
  deps.health.delivery = undefined;
  const receipt = sent.messageId ?? mail.messageId;
  return { status: 'delivered', receipt, ...(attached && 'text' in attached && { notes: [NAMED] }) };
}
