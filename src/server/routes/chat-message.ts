import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { WebMessage } from '../../channels/web/inbound.ts';
import { webId } from '../../channels/web/index.ts';
import { newId } from '../../pipeline/new-id.ts';
import type { TurnClient } from '../../protocol/ui/turn-client.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { userOf } from '../user.ts';
import { fingerprint } from './same-request.ts';

export const chatBody = z.looseObject({
  message: z.string(),
  session_id: webId.optional(),
  stream: z.boolean().optional(),
  ui_response: z.unknown().optional(),
});

export type ChatBody = z.infer<typeof chatBody>;

/**
 * A chat request as the inbox keeps it. A request with a key has the turn id of its key, its user and its content: the
 * same request finds its turn again, another one under the same key is told from it. Absent `client` = MUXI.
 */
export function webMessageOf(request: Request, response: Response, body: ChatBody, client?: TurnClient): WebMessage {
  const userId = userOf(request, response);
  const key = idempotencyKeyOf(request);
  const locale = request.acceptsLanguages()[0];
  const hint = body.ui_response ?? undefined;
  const content = [body.session_id ?? null, body.message, hint ?? null];
  return {
    turn_id: key === undefined ? newId('turn', Date.now()) : `turn_${fingerprint(userId, key, content)}`,
    dedupe_key: key === undefined ? randomUUID() : `key:${fingerprint(userId, key)}`,
    user_id: userId,
    // Without a session of its own, a repeated request must land in the same new session.
    session_id: body.session_id ?? `session_${key === undefined ? randomUUID() : fingerprint('session', userId, key)}`,
    message: body.message,
    ...(hint !== undefined && { ui_response: hint }),
    ...(locale !== undefined && locale !== '*' && { locale }),
    ...(client && { client: { dialect: client.dialect, ...(client.blocks && { blocks: [...client.blocks] }) } }),
  };
}
