import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../protocol/log.ts';
import { isObject } from '../bounded-json.ts';
import { isFromThisMachine, type LoopbackServer, sendPage, startLoopbackServer } from '../loopback-server.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { FileStore } from './files.ts';
import { ApiRefusal } from './refusal.ts';
import { readRequestBody } from './rest/request-body.ts';
import type { Reply, RestRequest } from './rest/rest-api.ts';

/** What the server asks of the emulator. */
export interface Handlers {
  rest(request: RestRequest): Reply;
  control(action: string, values: Readonly<Record<string, unknown>>): Promise<unknown>;
  file: FileStore['find'];
}

/** Resolves when the server listens; port 0 takes a free one. */
export function startServer(options: { port: number; handlers: Handlers; log: Log }): Promise<LoopbackServer> {
  return startLoopbackServer({
    port: options.port,
    respond: (request, response) => respond(request, response, options.handlers),
    failed(request, response, error) {
      // What follows in the path may be the token of an interaction.
      const shown = (request.url ?? '').split(/[?/]/).slice(1, 4).join('/');
      options.log.error({ path: shown }, `Discord emulator failed: ${String(error)}`);
      send(response, { status: 500, body: { message: '500: Internal Server Error', code: 0 } });
    },
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, handlers: Handlers): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (!isFromThisMachine(request)) {
    send(response, { status: 403, body: { message: 'The emulator is for this machine only.', code: 0 } });
    return;
  }
  const [, first, second = '', ...rest] = url.pathname.split('/');
  if (first === 'api') return answer(request, response, handlers, url);
  if (first === 'emulator') return control(request, response, handlers, second);
  const file = first === 'attachments' ? handlers.file(rest[0] ?? '') : undefined;
  if (!file || file.attachment.filename !== rest[1]) return sendPage(response, 404);
  response.writeHead(200, { 'content-type': file.attachment.content_type }).end(file.bytes);
}

async function answer(request: IncomingMessage, response: ServerResponse, handlers: Handlers, url: URL): Promise<void> {
  const [, version, path = ''] = /^\/api(?:\/v(\d+))?(\/.*)?$/.exec(url.pathname) ?? [];
  const body = await readRequestBody(request).catch((error: unknown) => {
    if (error instanceof ApiRefusal) return error;
    throw error;
  });
  if (version !== '10') return send(response, { status: 400, body: { message: 'Invalid API version', code: 50041 } });
  const { authorization } = request.headers;
  const reply = handlers.rest({ method: request.method ?? '', path, query: url.searchParams, authorization, body });
  if (reply === 'cut') request.socket.destroy();
  else if (reply === 'silence') return;
  else if ('page' in reply) sendPage(response, reply.page);
  else send(response, reply);
}

async function control(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Handlers,
  action: string,
): Promise<void> {
  try {
    const { json } = await readRequestBody(request);
    const result = await handlers.control(action, isObject(json) ? json : {});
    send(response, { status: 200, body: { ok: true, result } });
  } catch (error) {
    if (!(error instanceof EmulatorMisuse || error instanceof ApiRefusal)) throw error;
    send(response, { status: 400, body: { ok: false, error: error.message } });
  }
}

/** A 204 has no content type: clients would look for JSON. */
function send(response: ServerResponse, reply: { status: number; body?: unknown; headers?: object }): void {
  if (response.headersSent || response.destroyed) return;
  const type = reply.body === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(reply.status, { ...reply.headers, ...type });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}
