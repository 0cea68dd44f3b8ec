import type { Request, RequestHandler } from 'express';
import { ANONYMOUS } from '../../channels/web/inbound.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { type StreamDeps, streamTurn, watchFor } from '../streams/stream-turn.ts';
import { userOf } from '../user.ts';

/** Goes on with the stream of a turn of the web chat, for the user whose turn it is. */
export function turnStreamRoute(deps: StreamDeps): RequestHandler<{ id: string }> {
  return async (request: Request<{ id: string }>, response) => {
    const turnId = request.params.id;
    const userId = userOf(request, response);
    const owner = await deps.store.turnLog.ownerOf(turnId);
    // Whether there is such a turn of somebody else is none of the caller's business.
    if (owner?.channel !== 'web' || (owner.personId ?? ANONYMOUS) !== userId) {
      throw new BridgeError(
        'not_found',
        'There is no such turn of this user. Take its id from a frame of its stream, and name the same user.',
      );
    }
    const watch = watchFor(response, turnId, deps.pipeline);
    await streamTurn({ turnId, watch, mustBegin: false }, { ...deps, request, response });
  };
}
