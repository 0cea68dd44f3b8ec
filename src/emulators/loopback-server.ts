import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that only this machine reaches. */
export interface LoopbackServer {
  /** E.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly http: Server;
  /** Cuts what is still open. */
  close(): Promise<void>;
}

/**
 * Listens on loopback only. Resolves when it does; port 0 takes a free one.
 * What `respond` throws goes to `failed`, which answers.
 */
export async function startLoopbackServer(options: {
  port: number;
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  failed: (request: IncomingMessage, response: ServerResponse, error: unknown) => void;
}): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    options.respond(request, response).catch((error) => options.failed(request, response, error));
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    http: server,
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

/**
 * Any web page in the person's browser can reach loopback. It is told from a bot by what browsers add:
 * a host of another name, an origin, or a fetch from another site.
 */
export function isFromThisMachine({ headers }: IncomingMessage): boolean {
  const isLocal = (url: string) => URL.canParse(url) && /^(127\.0\.0\.1|localhost)$/.test(new URL(url).hostname);
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    isLocal(`http://${headers.host}`) &&
    (headers.origin === undefined || isLocal(headers.origin)) &&
    (site === 'none' || site === 'same-origin')
  );
}

/** An answer that is not the platform's: what a broken proxy in between would give. */
export function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(`<html><head><title>${status}</title></head><body>${status}</body></html>`);
}
