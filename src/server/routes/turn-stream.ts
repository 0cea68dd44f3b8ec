import type { Request, RequestHandler } from 'express';
import { web } from '../../channels/web/index.ts';
import { ENCODERS } from '../../dialects/encoders.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { DIALECTS, type Dialect } from '../../protocol/ui/turn-client.ts';
import { type StreamDeps, streamTurn, watchFor } from '../streams/stream-turn.ts';
import { userOf } from '../user.ts';
import type { Negotiate } from './stream-chat.ts';

/**
 * Goes on with the stream of a turn of the web chat, for the user whose turn it is. In which dialect, and with which
 * blocks, is this request's to say, whatever the one said that began the turn.
 */
export function turnStreamRoute(deps: StreamDeps & { negotiate: Negotiate }): RequestHandler<{ id: string }> {
  return async (request: Request<{ id: string }>, response) => {
    const turnId = request.params.id;
    const dialect = dialectIn(request.query.dialect);
    const userId = userOf(request, response);
    const owner = await deps.store.turnLog.ownerOf(turnId);
    const address = owner?.channel === 'web' ? web.addressOf(owner.conversation) : undefined;
    // Whether there is such a turn of somebody else is none of the caller's business. What was pushed into a
    // conversation is its user's.
    if (!owner || address?.user_id !== userId || (owner.personId ?? userId) !== userId) {
      throw new BridgeError(
        'not_found',
        'There is no such turn of this user. Take its id from a frame of its stream, and name the same user.',
      );
    }
    const watch = watchFor(response, turnId, deps.pipeline);
    const sessionId = String(address.session_id);
    const blocks = dialect === 'ubp' ? deps.negotiate(request, response) : undefined;
    const encoder = ENCODERS[dialect]({ turnId, sessionId, blocks, nowMs: Date.now() });
    await streamTurn({ turnId, watch, mustBegin: false, encoder }, { ...deps, request, response });
  };
}

function dialectIn(asked: unknown): Dialect {
  if (asked === undefined) return 'muxi';
  const dialect = DIALECTS.find((name) => name === asked);
  if (dialect) return dialect;
  throw new BridgeError('body_invalid', `There is no such dialect. "dialect" is one of ${DIALECTS.join(', ')}.`);
}
