import type { RequestListener } from 'node:http';
import http from 'node:http';
import type { ChannelRoute } from '../protocol/channel.ts';
import { errorBody } from '../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { ChannelPage, Page } from '../protocol/page.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { allowHeader } from './method-not-allowed.ts';
import { renderPage } from './page.ts';

/**
 * The service's front door. The platforms' own routes are answered here, before the application and its
 * middleware: they carry signatures over raw bytes, and they are most of the traffic. So are the channels' pages.
 */
export function createHttpServer(options: {
  app: RequestListener;
  /** Those that the application expects; absent = Node's own. */
  messages?: Pick<http.ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  routes: readonly ChannelRoute[];
  pages?: readonly ChannelPage[];
  log: Log;
}): http.Server {
  const routes = new Map(options.routes.map((route) => [route.path, route]));
  const pages = new Map(options.pages?.map((page) => [page.path, page]));
  const server = http.createServer({ ...options.messages }, (request, response) => {
    const path = pathOf(request.url ?? '/');
    if (!path.startsWith('/channels/')) return options.app(request, response);
    const page = pages.get(path);
    const route = routes.get(path);
    const isPage = page !== undefined && ['HEAD', ...methodsOf(page)].includes(request.method ?? '');
    (isPage ? answerPerson(request, page) : answerPlatform(request, route, page)).then(
      (answer) => send(response, answer),
      (thrown) => {
        const error =
          thrown instanceof BridgeError ? thrown : new BridgeError('internal', 'Something went wrong on our side.');
        if (error.status >= 500)
          options.log.error({ path, code: error.code, reason: reasonOf(thrown) }, 'a channel route failed');
        const allow =
          error.code === 'method_not_allowed'
            ? { Allow: allowHeader(page ? methodsOf(page) : route ? [route.method] : []) }
            : {};
        send(response, isPage ? pageAnswer(pageOf(error)) : jsonAnswer(error.status, errorBody(error), allow));
      },
    );
  });
  // Longer than the platforms' and proxies' own idle times, so that they close first.
  server.keepAliveTimeout = 75_000;
  return server;
}

function methodsOf({ submit }: ChannelPage): string[] {
  return submit ? ['GET', 'POST'] : ['GET'];
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** An answer, ready to be sent. */
interface Answer {
  status: number;
  text: string;
  headers: Readonly<Record<string, string>>;
}

async function answerPlatform(
  request: http.IncomingMessage,
  route: ChannelRoute | undefined,
  page: ChannelPage | undefined,
): Promise<Answer> {
  if (page) throw new BridgeError('method_not_allowed', `${page.path} takes ${methodsOf(page).join(' and ')} only.`);
  if (!route)
    throw new BridgeError(
      'not_found',
      'There is no such channel route, or its channel takes no webhooks here: it polls, or is off.',
    );
  if (request.method !== route.method) {
    throw new BridgeError('method_not_allowed', `${route.path} takes ${route.method} only.`);
  }
  const { status, body, headers } = await route.handle({
    headers: request.headers,
    body: await readBody(request, route.maxBodyBytes),
  });
  return jsonAnswer(status, body, headers);
}

async function answerPerson(request: http.IncomingMessage, page: ChannelPage): Promise<Answer> {
  const { url = '', headers, method } = request;
  if (method === 'POST' && page.submit) {
    return pageAnswer(await page.submit(new URLSearchParams((await readBody(request)).toString('utf8'))));
  }
  const query = new URLSearchParams(url.slice(page.path.length));
  return pageAnswer(await page.open({ headers, query }));
}

function pageOf(error: BridgeError): Page {
  return { status: error.status, title: 'That did not work', lines: [error.message] };
}

function pageAnswer({ status, ...page }: Page): Answer {
  const { html, headers } = renderPage(page);
  return { status, text: html, headers };
}

function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  if (body === undefined) return { status, text: '', headers };
  return {
    status,
    text: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  };
}

/** The whole body as bytes. Throws `body_too_large` without reading the rest. */
function readBody(request: http.IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
      } else {
        request.pause();
        reject(new BridgeError('body_too_large', `The body is larger than ${maxBytes} bytes.`));
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // Also when the other side goes away in the middle.
    request.on('error', reject);
  });
}

/** To a HEAD request the body is not sent. */
function send(response: http.ServerResponse, { status, text, headers }: Answer): void {
  if (response.destroyed) return;
  // An unread body cannot be skipped over: the connection ends with the answer.
  const connection = status === 413 ? { Connection: 'close' } : undefined;
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...connection, ...headers });
  response.end(text);
}
