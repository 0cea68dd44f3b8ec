import type { Request, Response } from 'express';
import { type WebMessage, webInbound } from '../../channels/web/inbound.ts';
import { ENCODERS } from '../../dialects/encoders.ts';
import type { BlockSupport } from '../../protocol/ui/ui-block.ts';
import { type StreamDeps, streamTurn, watchFor } from '../streams/stream-turn.ts';
import { assertSame } from './same-request.ts';

/**
 * The kinds of blocks that a stream may carry, by what the request declares; nothing when it declares nothing. What it
 * declares in vain is named in a header of the response.
 */
export type Negotiate = (request: Request, response: Response) => readonly BlockSupport[] | undefined;

/**
 * Takes a message and answers with the stream of its turn. A repeated request joins the stream of its turn, where its
 * reader says it is, else from the beginning.
 */
export async function streamChat(
  message: WebMessage,
  { request, response, ...deps }: StreamDeps & { request: Request; response: Response },
): Promise<void> {
  const { turn_id: turnId, session_id: sessionId, client } = message;
  response.setHeader('X-Muxi-Session-Id', headerText(sessionId));
  // From before it is kept, so that nothing of what it says is missed.
  const watch = watchFor(response, turnId, deps.pipeline);
  const received = await deps.pipeline.receive('web', webInbound(message), { turnId });
  if (received.status === 'duplicate') assertSame(turnId, received.turnId ?? turnId);
  const about = { turnId, sessionId, blocks: client?.blocks, nowMs: Date.now() };
  const encoder = ENCODERS[client?.dialect ?? 'muxi'](about);
  await streamTurn({ turnId, watch, mustBegin: true, encoder }, { ...deps, request, response });
}

/** A header takes visible ASCII alone: whatever else is in an id travels percent-encoded, as does the percent sign. */
function headerText(text: string): string {
  return text.replace(/[^\x21-\x24\x26-\x7e]/gu, encodeURIComponent);
}
