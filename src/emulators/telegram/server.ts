import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../protocol/log.ts';
import { ApiRefusal, EmulatorMisuse } from './refusal.ts';
import { readArguments } from './request-body.ts';
import type { ApiAnswer } from './wire.ts';

/** What the server asks of the emulator. The token of a call is not passed on: any token is right. */
export interface Handlers {
  /** Answers a Bot API call, or says what shall go wrong with it. `signal` fires when the caller is gone. */
  call(method: string, values: Map<string, unknown>, signal: AbortSignal): Promise<Reply>;
  control(action: string, values: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The bytes of a file by its path. */
  file(path: string): Uint8Array | undefined;
}

/** `cut` closes the connection without an answer, `silence` leaves it open. */
export type Reply = { answer: ApiAnswer } | { page: number } | 'cut' | 'silence';

const NOT_FOUND: ApiAnswer = { ok: false, error_code: 404, description: 'Not Found' };

/** Listens on loopback only. Resolves when it does; port 0 takes a free one. */
export async function startServer(options: { port: number; handlers: Handlers; log: Log }): Promise<{
  url: string;
  close: () => Promise<void>;
}> {
  const server = createServer((request, response) => {
    respond(request, response, options.handlers).catch((error) => {
      options.log.error({ path: pathWithoutToken(request.url) }, `Telegram emulator failed: ${String(error)}`);
      send(response, { ok: false, error_code: 500, description: 'Internal Server Error' });
    });
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, handlers: Handlers): Promise<void> {
  if (!isFromThisMachine(request)) {
    send(response, { ok: false, error_code: 403, description: 'Forbidden: the emulator is for this machine only' });
    return;
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const file = /^\/file\/bot[^/]+\/(.+)$/.exec(url.pathname)?.[1];
  const action = /^\/emulator\/([^/]+)$/.exec(url.pathname)?.[1];
  const method = /^\/bot[^/]+\/([^/]+)$/.exec(url.pathname)?.[1];
  try {
    if (file !== undefined) sendFile(response, handlers.file(file));
    else if (action !== undefined) {
      const values = await readArguments(request, url);
      send(response, { ok: true, result: await handlers.control(action, Object.fromEntries(values)) });
    } else if (method !== undefined) {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const reply = await handlers.call(method, await readArguments(request, url), gone.signal);
      if (reply === 'cut') request.socket.destroy();
      else if (reply !== 'silence' && 'page' in reply) sendPage(response, reply.page);
      else if (reply !== 'silence') send(response, reply.answer);
    } else send(response, NOT_FOUND);
  } catch (error) {
    if (error instanceof ApiRefusal) send(response, refused(error));
    else if (error instanceof EmulatorMisuse)
      send(response, { ok: false, error_code: 400, description: error.message });
    else throw error;
  }
}

/**
 * Any web page in the person's browser can reach loopback. It is told from a bot by what browsers add:
 * a host of another name, an origin, or a fetch from another site.
 */
function isFromThisMachine({ headers }: IncomingMessage): boolean {
  const isLocal = (url: string) => URL.canParse(url) && /^(127\.0\.0\.1|localhost)$/.test(new URL(url).hostname);
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    isLocal(`http://${headers.host}`) &&
    (headers.origin === undefined || isLocal(headers.origin)) &&
    (site === 'none' || site === 'same-origin')
  );
}

export function refused(error: ApiRefusal): ApiAnswer {
  return {
    ok: false,
    error_code: error.errorCode,
    description: error.message,
    ...(error.parameters ? { parameters: error.parameters } : {}),
  };
}

function send(response: ServerResponse, answer: ApiAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const retryAfterSec = answer.ok ? undefined : answer.parameters?.retry_after;
  if (retryAfterSec !== undefined) response.setHeader('retry-after', retryAfterSec);
  response.writeHead(answer.ok ? 200 : answer.error_code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(`<html><head><title>${status}</title></head><body>${status}</body></html>`);
}

function sendFile(response: ServerResponse, bytes: Uint8Array | undefined): void {
  if (bytes) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  else send(response, NOT_FOUND);
}

function pathWithoutToken(path = ''): string {
  return path.replace(/\/bot[^/]*/, '/bot<token>');
}
