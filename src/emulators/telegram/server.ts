import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../protocol/log.ts';
import { isFromThisMachine, type LoopbackServer, sendPage, startLoopbackServer } from '../loopback-server.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { ApiRefusal } from './refusal.ts';
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

/** Resolves when the server listens; port 0 takes a free one. */
export function startServer(options: { port: number; handlers: Handlers; log: Log }): Promise<LoopbackServer> {
  return startLoopbackServer({
    port: options.port,
    respond: (request, response) => respond(request, response, options.handlers),
    failed(request, response, error) {
      options.log.error({ path: pathWithoutToken(request.url) }, `Telegram emulator failed: ${String(error)}`);
      send(response, { ok: false, error_code: 500, description: 'Internal Server Error' });
    },
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

function sendFile(response: ServerResponse, bytes: Uint8Array | undefined): void {
  if (bytes) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
  else send(response, NOT_FOUND);
}

function pathWithoutToken(path = ''): string {
  return path.replace(/\/bot[^/]*/, '/bot<token>');
}
