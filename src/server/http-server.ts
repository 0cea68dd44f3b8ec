import type { RequestListener } from 'node:http';
import http from 'node:http';
import type { ChannelRoute } from '../protocol/channel.ts';
import { errorBody } from '../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

/**
 * The service's front door. The platforms' own routes are answered here, before the application and its
 * middleware: they carry signatures over raw bytes, and they are most of the traffic.
 */
export function createHttpServer(options: {
  app: RequestListener;
  routes: readonly ChannelRoute[];
  log: Log;
}): http.Server {
  const routes = new Map(options.routes.map((route) => [route.path, route]));
  const server = http.createServer((request, response) => {
    const path = pathOf(request.url ?? '/');
    if (!path.startsWith('/channels/')) return options.app(request, response);
    answerPlatform(request, routes.get(path)).then(
      ({ status, body, headers }) => send(response, status, body, headers),
      (thrown) => {
        const error =
          thrown instanceof BridgeError ? thrown : new BridgeError('internal', 'Something went wrong on our side.');
        if (error.status >= 500)
          options.log.error({ path, code: error.code, reason: reasonOf(thrown) }, 'webhook failed');
        send(response, error.status, errorBody(error));
      },
    );
  });
  // Longer than the platforms' and proxies' own idle times, so that they close first.
  server.keepAliveTimeout = 75_000;
  return server;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

async function answerPlatform(request: http.IncomingMessage, route: ChannelRoute | undefined) {
  if (!route)
    throw new BridgeError(
      'not_found',
      'There is no such channel route, or its channel takes no webhooks here: it polls, or is off.',
    );
  if (request.method !== route.method) {
    throw new BridgeError('method_not_allowed', `${route.path} takes ${route.method} only.`);
  }
  return route.handle({ headers: request.headers, body: await readBody(request) });
}

/** The whole body as bytes. Throws `body_too_large` without reading the rest. */
function readBody(request: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
      } else {
        request.pause();
        reject(new BridgeError('body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`));
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // Also when the other side goes away in the middle.
    request.on('error', reject);
  });
}

function send(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  // An unread body cannot be skipped over: the connection ends with the answer.
  const connection = status === 413 ? { Connection: 'close' } : undefined;
  response.writeHead(status, {
    'Content-Length': Buffer.byteLength(text),
    ...(body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    ...connection,
    ...headers,
  });
  response.end(text);
}
