import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../protocol/log.ts';
import { isFromThisMachine, type LoopbackServer, sendPage, startLoopbackServer } from '../loopback-server.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { formEntries, readBody } from '../request-body.ts';
import { Upload } from '../upload.ts';
import type { Credentials } from './backstage.ts';
import { ApiRefusal } from './refusal.ts';
import { readArguments } from './request-arguments.ts';
import type { ApiAnswer, SlackFile } from './wire.ts';

/** "1 GB" is Slack's limit; this is enough for tests. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

/** `cut` closes the connection without an answer, `silence` leaves it open. */
export type Reply = { answer: ApiAnswer; retryAfterSec?: number } | { page: number } | 'cut' | 'silence';

/** What the server asks of the emulator. */
export interface Handlers {
  call(method: string, values: Map<string, unknown>, credentials: Credentials): Reply;
  /** What was posted to the path of a `response_url`. */
  respond(path: string, values: Map<string, unknown>): Reply;
  control(action: string, values: Readonly<Record<string, unknown>>): Promise<unknown>;
  file(
    token: string | undefined,
    teamId: string,
    fileId: string,
  ): { file: SlackFile; bytes: Uint8Array } | 'no' | 'login';
  upload(ticket: string, mime: string, bytes: Uint8Array): boolean;
  /** Where the browser of somebody who installs the app goes on to. */
  authorize(link: URL): URL | undefined;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  handlers: Handlers;
}

/** Resolves when the server listens; port 0 takes a free one. */
export function startServer(options: { port: number; handlers: Handlers; log: Log }): Promise<LoopbackServer> {
  return startLoopbackServer({
    port: options.port,
    respond: (request, response) => respond(request, response, options.handlers),
    failed(request, response, error) {
      const [path] = (request.url ?? '').split('?');
      // The paths of addresses that work without a token are secrets themselves.
      const shown = path?.startsWith('/api/') ? path : path?.split('/')[1];
      options.log.error({ path: shown }, `Slack emulator failed: ${String(error)}`);
      send(response, { answer: { ok: false, error: 'internal_error' } }, 500);
    },
  });
}

const ROUTES: readonly [RegExp, (call: Call, ...parts: string[]) => Promise<void> | void][] = [
  [/^\/api\/([^/]+)$/, answerCall],
  [/^\/(?:actions|commands)\/./, answerResponseUrl],
  [/^\/upload\/v1\/([^/]+)$/, takeUpload],
  [/^\/files-pri\/([^/-]+)-([^/]+)\/./, sendFile],
  [/^\/oauth\/v2\/authorize$/, authorize],
  [/^\/login$/, ({ response }) => sendHtml(response, 'Sign in to the workspace')],
  [/^\/emulator\/([^/]+)$/, control],
];

async function respond(request: IncomingMessage, response: ServerResponse, handlers: Handlers): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  // A browser comes to the install page from another site, by a link.
  if (url.pathname !== '/oauth/v2/authorize' && !isFromThisMachine(request)) {
    send(response, { answer: { ok: false, error: 'the_emulator_is_for_this_machine_only' } }, 403);
    return;
  }
  for (const [pattern, run] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (match) return run({ request, response, url, handlers }, ...match.slice(1));
  }
  sendPage(response, 404);
}

async function answerCall(call: Call, method = ''): Promise<void> {
  await answer(call, (values) => call.handlers.call(method, values, credentialsOf(call.request, values)));
}

/** A refusal here has a status of its own: 404 for an address that is no good any more, 400 for the rest. */
async function answerResponseUrl(call: Call): Promise<void> {
  const statusOf = (error: string) => (/_url$|^no_service$/.test(error) ? 404 : 400);
  await answer(call, (values) => call.handlers.respond(call.url.pathname, values), statusOf);
}

async function answer(
  { request, response, url }: Call,
  reply: (values: Map<string, unknown>) => Reply,
  refusalStatus: (error: string) => number = () => 200,
): Promise<void> {
  try {
    perform(request, response, reply(await readArguments(request, url)), refusalStatus);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    perform(request, response, refused(error), refusalStatus);
  }
}

async function takeUpload({ request, response, handlers }: Call, ticket = ''): Promise<void> {
  const contentType = request.headers['content-type'] ?? 'application/octet-stream';
  const body = await readBody(request, MAX_UPLOAD_BYTES);
  const isForm = /^multipart\//i.test(contentType);
  const part = body && isForm ? (await formEntries(body, contentType)).map(([, value]) => value)[0] : undefined;
  const bytes = part instanceof Upload ? part.bytes : typeof part === 'string' ? Buffer.from(part) : body;
  const mime = part instanceof Upload ? part.mime : isForm ? 'text/plain' : contentType;
  if (!bytes || !handlers.upload(ticket, mime, bytes)) sendPage(response, 404);
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(`OK - ${bytes.byteLength}`);
}

function sendFile({ request, response, handlers }: Call, teamId = '', fileId = ''): void {
  const found = handlers.file(bearerOf(request), teamId, fileId);
  // Without a right token Slack shows its sign-in page, with status 200 in the end.
  if (found === 'login') response.writeHead(302, { location: '/login' }).end();
  else if (found === 'no') sendPage(response, 404);
  else response.writeHead(200, { 'content-type': found.file.mimetype }).end(found.bytes);
}

function authorize({ response, url, handlers }: Call): void {
  const next = handlers.authorize(url);
  if (next) response.writeHead(302, { location: next.href }).end();
  else sendPage(response, 400);
}

async function control({ request, response, url, handlers }: Call, action = ''): Promise<void> {
  try {
    const result = await handlers.control(action, Object.fromEntries(await readArguments(request, url)));
    send(response, { answer: { ok: true, result } });
  } catch (error) {
    if (!(error instanceof EmulatorMisuse || error instanceof ApiRefusal)) throw error;
    send(response, { answer: { ok: false, error: error.message } }, 400);
  }
}

/** Tokens come as a bearer or in the form; those of JSON bodies are not looked at. */
function credentialsOf(request: IncomingMessage, values: ReadonlyMap<string, unknown>): Credentials {
  const basic = /^basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [user = '', password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  }
  const isJson = /^application\/json/i.test(request.headers['content-type'] ?? '');
  const token = bearerOf(request) ?? (isJson ? undefined : values.get('token'));
  return typeof token === 'string' && token !== '' ? { token } : {};
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

export function refused({ error, facts, retryAfterSec }: ApiRefusal): Reply {
  return { answer: { ok: false, error, ...facts }, ...(retryAfterSec === undefined ? {} : { retryAfterSec }) };
}

function perform(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  refusalStatus: (error: string) => number,
): void {
  if (reply === 'cut') request.socket.destroy();
  else if (reply === 'silence') return;
  else if ('page' in reply) sendPage(response, reply.page);
  else send(response, reply, reply.answer.ok ? 200 : refusalStatus(reply.answer.error));
}

function send(response: ServerResponse, reply: { answer: ApiAnswer; retryAfterSec?: number }, status = 200): void {
  if (response.headersSent || response.destroyed) return;
  if (reply.retryAfterSec !== undefined) response.setHeader('retry-after', reply.retryAfterSec);
  response.writeHead(reply.retryAfterSec === undefined ? status : 429, {
    'content-type': 'application/json; charset=utf-8',
  });
  response.end(JSON.stringify(reply.answer));
}

function sendHtml(response: ServerResponse, title: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>${title}</title>`);
}
