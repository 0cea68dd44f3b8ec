import { Router } from 'express';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Log } from '../../protocol/log.ts';
import type { Store } from '../../protocol/store.ts';
import type { Metrics } from '../metrics.ts';
import { createWriteProbe } from '../write-probe.ts';

/** What operators and their probes ask: is it alive, is it ready, what has it done. */
export function operationsRouter(deps: {
  pipeline: Pipeline;
  store: Store;
  metrics: Metrics;
  log: Log;
  now: () => number;
}): Router {
  const { pipeline, store, metrics, now } = deps;
  const canWrite = createWriteProbe(deps);
  const router = Router();

  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });

  // With `of=store`, platforms do not count: for a balancer, one that is away is no reason to send nothing at all.
  router.get('/readyz', async (request, response) => {
    const channels: Record<string, { ready: boolean; reason?: string }> = {};
    for (const [name, { connection }] of pipeline.channels) channels[name] = connection.readiness();
    const isStoreReady = await canWrite();
    const areChannelsReady = request.query.of === 'store' || Object.values(channels).every(({ ready }) => ready);
    const isReady = isStoreReady && !pipeline.isStopping() && areChannelsReady;
    response
      .status(isReady ? 200 : 503)
      .json({ status: isReady ? 'ready' : 'not_ready', store: isStoreReady ? 'ready' : 'cannot_write', channels });
  });

  router.get('/metrics', async (_request, response) => {
    const text = await metrics.text(await store.counts(), pipeline.activity(), now());
    response.setHeader('Content-Type', metrics.contentType);
    response.send(text);
  });

  return router;
}
