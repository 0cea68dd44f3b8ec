import type { RequestHandler } from 'express';
import type { Id, Stage } from './stage.ts';

/** Comments keep proxies from closing a stream on which nothing happens. */
const HEARTBEAT_MS = 25_000;

/**
 * The events of all stages, by the platform's name, in one stream: a browser opens six connections to a service, and a
 * stream of each platform in two tabs would take them all.
 */
export function stageEvents(stages: ReadonlyMap<string, Stage>): RequestHandler {
  return (request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.write(': ready\n\n');
    const unwatch = [...stages].map(([platform, stage]) => {
      const chats = new Set<Id>(stage.chats.map(({ id }) => id));
      return stage.watch(({ type, ...event }) => {
        if (!chats.has(event.chat)) return;
        response.write(`event: ${type}\ndata: ${JSON.stringify({ platform, ...event })}\n\n`);
      });
    });
    const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
    heartbeat.unref();
    response.once('close', () => {
      clearInterval(heartbeat);
      for (const end of unwatch) end();
    });
  };
}
