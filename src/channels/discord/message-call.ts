import { createHash } from 'node:crypto';
import type { InteractionSecret } from './interaction-secret.ts';
import type { Body } from './repairs.ts';
import type { Call } from './rest.ts';

/** A message to send: its body, and the files beside it. */
export interface Outgoing {
  body: Body;
  files?: NonNullable<Call['files']>;
}

/**
 * A new message of the bot in a channel. Discord gives the first message back instead of a second one when it sees a
 * nonce again within some minutes. docs.discord.com, Create Message, `enforce_nonce`, read 2026-11.
 */
export function sendCall(channelId: string, deliveryId: string, { body, files }: Outgoing): Call {
  const nonce = { nonce: nonceOf(deliveryId), enforce_nonce: true };
  return {
    method: 'POST',
    path: `/channels/${channelId}/messages`,
    body: { ...quiet(body), ...nonce },
    ...(files && { files }),
  };
}

export function editCall(channelId: string, messageId: string, { body, files }: Outgoing): Call {
  return {
    method: 'PATCH',
    path: `/channels/${channelId}/messages/${messageId}`,
    body: inPlace(quiet(body), files),
    ...(files && { files }),
  };
}

/** Changes what an interaction began with: the message that waits for a command's answer, or the one with the button. */
export function originalCall(secret: InteractionSecret, { body, files }: Outgoing): Call {
  return {
    method: 'PATCH',
    path: `${webhookOf(secret)}/messages/@original`,
    body: inPlace(quiet(body), files),
    isBots: false,
    ...(files && { files }),
  };
}

/** Takes away the message that waits for a command's answer. */
export function withdrawCall(secret: InteractionSecret): Call {
  return { method: 'DELETE', path: `${webhookOf(secret)}/messages/@original`, isBots: false };
}

/** One more message behind an interaction. Discord knows no nonce here. */
export function followUpCall(secret: InteractionSecret, { body, files }: Outgoing): Call {
  return {
    method: 'POST',
    path: webhookOf(secret),
    query: { wait: 'true' },
    body: quiet(body),
    isBots: false,
    ...(files && { files }),
  };
}

function webhookOf({ applicationId, token }: InteractionSecret): `/${string}` {
  return `/webhooks/${applicationId}/${encodeURIComponent(token)}`;
}

/** With an edit, files are added to those that the message has. Named like this they take their place, also a second time. */
function inPlace(body: Body, files: Outgoing['files']): Body {
  return files
    ? { ...body, attachments: files.map(({ name }, place) => ({ id: String(place), filename: name })) }
    : body;
}

/** Nobody is pinged, unless the template says whom. */
function quiet(body: Body): Body {
  return body.allowed_mentions === undefined ? { ...body, allowed_mentions: { parse: [] } } : body;
}

/** 22 characters of the 25 that a nonce may have. docs.discord.com, Create Message, read 2026-11. */
function nonceOf(deliveryId: string): string {
  return createHash('sha256').update(deliveryId).digest('base64url').slice(0, 22);
}
