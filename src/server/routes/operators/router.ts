import { Router } from 'express';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ChannelTypes } from '../../../protocol/channel.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Store } from '../../../protocol/store.ts';
import type { AccessOptions } from '../../access.ts';
import { operatorsOnly } from '../../operators-only.ts';
import { type BackupCopy, backupRoute } from './backup.ts';
import { deadItemsRouter } from './dead-items.ts';
import { peopleRouter } from './people.ts';

/** Operators' routes under `/v1`: what failed, what is held about people, a backup. Each asks for an admin key. */
export function operatorsRouter(deps: {
  access: AccessOptions;
  pipeline: Pipeline;
  store: Store;
  channelTypes: ChannelTypes;
  log: Log;
  now: () => number;
  /** How long a delivery is tried once it may go out again. */
  expiresAfterMs: number;
  /** Absent where the data is another program's to back up. */
  backup?: () => Promise<BackupCopy>;
}): Router {
  // Each route has the guard, not the path: a client has routes below `/turns` and `/users` too.
  const guarded = { ...deps, guard: operatorsOnly(deps.access) };
  const dead = { ...guarded, expiresAtMs: () => deps.now() + deps.expiresAfterMs };
  const router = Router();
  router.use('/turns', deadItemsRouter({ ...dead, kind: 'turn' }));
  router.use('/deliveries', deadItemsRouter({ ...dead, kind: 'delivery' }));
  router.use('/users', peopleRouter(guarded));
  router.get('/backup', guarded.guard, backupRoute(deps));
  return router;
}
