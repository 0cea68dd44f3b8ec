import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { ANONYMOUS } from '../../channels/web/inbound.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import { type AccessOptions, type Caller, identifyOrPage } from '../access.ts';
import { createCallerLimit } from '../caller-limit.ts';
import { jsonBody } from '../json-body.ts';
import { takesOnly } from '../method-not-allowed.ts';
import type { Metrics } from '../metrics.ts';
import { userOf } from '../user.ts';
import { validated } from '../validate.ts';

/** Largest body. */
const MAX_BODY_BYTES = 1024;

/** A person presses a handful of buttons; a page that runs wild sends thousands. */
const PER_CALLER = { perSecond: 2, burst: 30 };
const TOTAL = { perSecond: 200, burst: 1_000 };
const MAX_CALLERS = 10_000;

const text = z.string().min(1).max(128);
const blockActionBody = z.strictObject({ blockId: text, itemId: text, action: text });

/** What is counted by its own name; whatever else a client tells is counted as `other`. */
const KINDS = ['route', 'slash', 'modal', 'external'] as const;

/**
 * A client tells that somebody chose an item of a block. It is logged and counted, and nothing else: whether there is
 * such a block is not looked at, so that nobody learns it here. Takes JSON of any content type, as a beacon sends it.
 */
export function telemetryRouter(deps: {
  access: AccessOptions;
  log: Log;
  metrics: Pick<Metrics, 'blockAction'>;
  now: () => number;
}): Router {
  const mayCall = createCallerLimit({ perCaller: PER_CALLER, total: TOTAL, maxCallers: MAX_CALLERS, now: deps.now });
  const router = express.Router();
  router.post('/block-action', identifyOrPage(deps.access), ...jsonBody(MAX_BODY_BYTES), (request, response) => {
    if (!mayCall(callerOf(request, response))) {
      response.setHeader('Retry-After', '1');
      throw new BridgeError('rate_limited', 'Too many block actions were reported at once. Report fewer of them.');
    }
    const { blockId, itemId, action } = validated(blockActionBody, request.body);
    const shown = { block_id: plainLine(blockId), item_id: plainLine(itemId), action: plainLine(action) };
    deps.log.info(shown, 'ui.block_action');
    deps.metrics.blockAction(KINDS.find((kind) => kind === action) ?? 'other');
    response.status(204).end();
  });
  router.all('/block-action', takesOnly(['POST']));
  return router;
}

/** A user, where one is named; else an address. */
function callerOf(request: Request, response: Response): string {
  const caller = response.locals.caller as Caller | undefined;
  const userId = caller ? userOf(request, response) : ANONYMOUS;
  return userId === ANONYMOUS ? `address ${request.socket.remoteAddress ?? ''}` : `user ${userId}`;
}
