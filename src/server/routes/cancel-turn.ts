import type { Request, RequestHandler } from 'express';
import { BridgeError } from '../../protocol/errors.ts';
import type { Store } from '../../protocol/store.ts';

/** Takes back a turn that was pushed with `send_at`, as long as its time has not come. */
export function cancelTurnRoute(store: Store): RequestHandler<{ id: string }> {
  return async (request: Request<{ id: string }>, response) => {
    const { id } = request.params;
    const cancelled = await store.cancelScheduled(id);
    if (cancelled === 0) {
      throw new BridgeError(
        'not_found',
        `Nothing of the turn '${id.slice(0, 60)}' is scheduled: it has gone out, was cancelled already, or there is no such turn. Take the turn_id from the answer of POST /v1/turns.`,
      );
    }
    response.json({ turn_id: id, cancelled });
  };
}
