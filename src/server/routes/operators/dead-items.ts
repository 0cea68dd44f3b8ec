import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { ChannelTypes } from '../../../protocol/channel.ts';
import type { DeadItem } from '../../../protocol/dead-item.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Store } from '../../../protocol/store.ts';
import { channelNamed } from '../../channel-named.ts';
import { validated } from '../../validate.ts';

/** Most items of one page. */
const MAX_LIMIT = 200;

const listQuery = z.strictObject({
  status: z.literal('dead', 'write dead: no other status is listed').default('dead'),
  channel: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
  cursor: z.string().min(1).max(1_000).optional(),
});

/** What was set aside, of one kind: a page of it, one again, one deleted. Never what it says. */
export function deadItemsRouter(deps: {
  kind: DeadItem['kind'];
  guard: RequestHandler;
  store: Store;
  channelTypes: ChannelTypes;
  log: Log;
  /** Unix milliseconds; until when a message that is sent again may go out. */
  expiresAtMs: () => number;
}): Router {
  const { kind, guard, store, log } = deps;
  const router = Router();

  router.get('/', guard, async (request, response) => {
    const { channel, limit, cursor } = validated(listQuery, request.query);
    if (channel !== undefined) channelNamed(channel, deps.channelTypes);
    const page = await store.dead({
      kind,
      limit,
      ...(channel !== undefined && { channel }),
      ...(cursor !== undefined && { cursor }),
    });
    response.json({
      object: 'list',
      data: page.items.map(written),
      ...(page.cursor !== undefined && { cursor: page.cursor }),
    });
  });

  router.post('/:id/retry', guard, async (request: Request<{ id: string }>, response) => {
    const { id } = request.params;
    if (!(await store.retryDead({ kind, id, expiresAtMs: deps.expiresAtMs() }))) throw noneOf(kind, id);
    log.info({ kind, id }, 'what was dead waits again');
    response.status(202).json({ object: kind, id, status: 'waiting' });
  });

  router.delete('/:id', guard, async (request: Request<{ id: string }>, response) => {
    const { id } = request.params;
    if (!(await store.dropDead({ kind, id }))) throw noneOf(kind, id);
    log.info({ kind, id }, 'what was dead was deleted');
    response.status(204).end();
  });

  return router;
}

function written(item: DeadItem) {
  return {
    object: item.kind,
    id: item.id,
    status: 'dead',
    channel: item.channel,
    conversation: item.conversation,
    ...(item.kind === 'delivery' && { turn_id: item.turnId }),
    attempts: item.attempt,
    reason: item.reason,
    died_at: new Date(item.diedAtMs).toISOString(),
  };
}

function noneOf(kind: DeadItem['kind'], id: string): BridgeError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  const plural = kind === 'turn' ? 'turns' : 'deliveries';
  return new BridgeError(
    'not_found',
    `There is no dead ${kind} '${shown}'. Take an id from GET /v1/${plural}?status=dead; it may have been retried already.`,
  );
}
