import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { type WebMessage, webInbound } from '../../channels/web/inbound.ts';
import { webId } from '../../channels/web/index.ts';
import { newId } from '../../pipeline/new-id.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Store } from '../../protocol/store.ts';
import { type StreamDeps, streamTurn, watchFor } from '../streams/stream-turn.ts';
import { userOf } from '../user.ts';
import { validated } from '../validate.ts';
import { awaitReply } from './await-reply.ts';
import { completedChat } from './completed-chat.ts';
import { assertSame, fingerprint } from './same-request.ts';

const chatBody = z.looseObject({
  message: z.string(),
  session_id: webId.optional(),
  stream: z.boolean().optional(),
  ui_response: z.unknown().optional(),
});

/** MUXI chat: one message in, one reply out, as JSON or as a stream of tokens. The turn runs through the inbox like any other. */
export function chatRoute(deps: StreamDeps): RequestHandler {
  return async (request, response) => {
    const body = validated(chatBody, request.body);
    const message = webMessageOf(request, response, body);
    if (body.stream) await streamReply(message, { ...deps, request, response });
    else await jsonReply(message, response, deps);
  };
}

/**
 * A request with a key has the turn id of its key, its user and its content: the same request finds its turn again,
 * another one under the same key is told from it.
 */
function webMessageOf(request: Request, response: Response, body: z.infer<typeof chatBody>): WebMessage {
  const userId = userOf(request, response);
  const key = request.header('idempotency-key');
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
  };
}

async function jsonReply(
  message: WebMessage,
  response: Response,
  { pipeline, store }: { pipeline: Pipeline; store: Store },
): Promise<void> {
  const asked = { channel: 'web', inbound: webInbound(message), turnId: message.turn_id };
  const ended = await awaitReply(asked, { pipeline, store, response });
  if (ended.reply instanceof Error) throw ended.reply;
  const { session_id: sessionId, user_id: userId } = message;
  response.json(completedChat(ended.reply, { turnId: ended.turnId, sessionId, userId }));
}

/** A repeated request joins the stream of its turn, where its reader says it is, else from the beginning. */
async function streamReply(
  message: WebMessage,
  { request, response, ...deps }: StreamDeps & { request: Request; response: Response },
): Promise<void> {
  response.setHeader('X-Muxi-Session-Id', message.session_id);
  const turnId = message.turn_id;
  // From before it is kept, so that nothing of what it says is missed.
  const watch = watchFor(response, turnId, deps.pipeline);
  const received = await deps.pipeline.receive('web', webInbound(message), { turnId });
  if (received.status === 'duplicate') assertSame(turnId, received.turnId ?? turnId);
  await streamTurn({ turnId, watch, mustBegin: true }, { ...deps, request, response });
}
