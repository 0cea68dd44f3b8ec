import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

/**
 * What clients of agent-ui may be shown: charts, components, map actions, with their JSON Schemas. It is the same as
 * long as the service runs, so a client that has it asks with `If-None-Match` and gets 304.
 */
export function uiRegistryRoute(registry: object): RequestHandler {
  const body = JSON.stringify(registry);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return (request, response) => {
    response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' });
    if (isKnown(request.header('if-none-match'), tag)) {
      response.status(304).end();
      return;
    }
    response.type('json').send(body);
  };
}

/**
 * Whether a caller has what the tag stands for (RFC 9110, 13.1.2: weak comparison). Express's own check takes the
 * `no-cache` that `fetch` adds for a wish to have it again.
 */
function isKnown(header: string | undefined, tag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(tag);
}
