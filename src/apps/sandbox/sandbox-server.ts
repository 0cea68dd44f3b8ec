import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlobStore } from '../../protocol/blob-store.ts';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import { documentKind } from '../document-kind.ts';
import type { GrantUi } from '../granted-ui.ts';
import { readApp } from '../kept-app.ts';
import { contentPolicy, permissionsPolicy } from './content-policy.ts';
import { proxyPage } from './proxy-page.ts';
import type { SandboxPasses } from './sandbox-pass.ts';
import type { SandboxPlace } from './sandbox-place.ts';

/** The second origin. It serves one thing: the page around an app, to whoever has a pass for it. */
export interface SandboxServer {
  /** Where it listens. */
  port: number;
  close(): Promise<void>;
}

interface SandboxDeps {
  blobs: Pick<BlobStore, 'get'>;
  passes: SandboxPasses;
  /** Known once it listens. */
  place: () => SandboxPlace;
  /** What each gets of what it declares. */
  grantUi: GrantUi;
  log: Log;
}

/** Throws `environment_invalid` when it cannot listen. `port` 0 = any that is free. */
export async function startSandboxServer(
  { host, port }: { host: string; port: number },
  deps: SandboxDeps,
): Promise<SandboxServer> {
  const server = http.createServer((request, response) => {
    answer(request, deps).then(
      (page) => send(response, page),
      (error: unknown) => {
        deps.log.error({ reason: reasonOf(error) }, 'a sandbox page failed');
        send(response, { status: 500, text: 'Something went wrong on our side.', headers: PLAIN });
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const sentence = `Cannot listen on ${host}:${port} for apps: ${error.message}. Set SANDBOX_PORT to a free port.`;
      reject(new BridgeError('environment_invalid', sentence, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Page {
  status: number;
  text: string;
  headers: Readonly<Record<string, string>>;
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };
const NOT_FOUND: Page = { status: 404, text: 'There is nothing here.', headers: PLAIN };

async function answer({ method, url = '', headers }: http.IncomingMessage, deps: SandboxDeps): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'GET only.', headers: PLAIN };
  const pass = deps.passes.read(url.slice(1));
  if (!pass) return NOT_FOUND;
  const { isolation, originOf } = deps.place();
  const origin = originOf(pass.ref);
  // Each app under its own name only, whatever name leads here.
  if (isolation === 'origin' && headers.host !== new URL(origin).host) return NOT_FOUND;
  const kept = await readApp(pass.ref, deps.blobs);
  if (!kept || kept === 'expired') return NOT_FOUND;
  const { mime, encoding } = kept.app;
  const granted = deps.grantUi(kept.app.declared);
  const { ancestor } = pass;
  return {
    status: 200,
    text: proxyPage({ ancestor, origin, isolation, kind: documentKind(mime), encoding, granted }),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy(granted.csp, pass),
      'Permissions-Policy': permissionsPolicy(granted),
    },
  };
}

/** For every answer, whatever it is. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  // A name that is looked up tells as much as a request that is blocked. The document inside has it from here.
  'X-DNS-Prefetch-Control': 'off',
  'Origin-Agent-Cluster': '?1',
};

function send(response: http.ServerResponse, { status, text, headers }: Page): void {
  response.writeHead(status, { ...ALWAYS, ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
