import type { RequestHandler, Response } from 'express';
import { type WebMessage, webInbound } from '../../channels/web/inbound.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Store } from '../../protocol/store.ts';
import type { StreamDeps } from '../streams/stream-turn.ts';
import { validated } from '../validate.ts';
import { awaitReply } from './await-reply.ts';
import { type ChatBody, chatBody, webMessageOf } from './chat-message.ts';
import { completedChat } from './completed-chat.ts';
import { type Negotiate, streamChat } from './stream-chat.ts';

/** MUXI chat: one message in, one reply out, as JSON or as a stream of tokens. The turn runs through the inbox like any other. */
export function chatRoute(deps: StreamDeps): RequestHandler {
  return async (request, response) => {
    const body: ChatBody = validated(chatBody, request.body);
    const message = webMessageOf(request, response, body);
    if (body.stream) await streamChat(message, { ...deps, request, response });
    else await jsonReply(message, response, deps);
  };
}

/** The chat of the UI Block Protocol: always a stream, with the blocks that its query declares. */
export function blockChatRoute(deps: StreamDeps & { negotiate: Negotiate }): RequestHandler {
  return async (request, response) => {
    const body: ChatBody = validated(chatBody, request.body);
    const blocks = deps.negotiate(request, response);
    const message = webMessageOf(request, response, body, { dialect: 'ubp', blocks });
    await streamChat(message, { ...deps, request, response });
  };
}

/** The chat of agent-ui: always a stream. */
export function agentChatRoute(deps: StreamDeps): RequestHandler {
  return async (request, response) => {
    const body: ChatBody = validated(chatBody, request.body);
    const message = webMessageOf(request, response, body, { dialect: 'agent-ui' });
    await streamChat(message, { ...deps, request, response });
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
