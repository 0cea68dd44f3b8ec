import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that goes through: a request that has not reached its server, or an answer that has not reached its client. */
export interface Passing {
  link: string;
  phase: 'asked' | 'answered';
  path: string;
  request: string;
  /** Empty while it is asked. */
  answer: string;
}

export interface Tap {
  url: string;
  close(): Promise<void>;
}

/**
 * A line between two programs that sees all that goes through. Where `onPass` gives `cut`, it goes no further, and the
 * connection of the client ends. A server that is away just now is a 503.
 */
export async function openTap(
  link: string,
  target: () => string | undefined,
  onPass: (passing: Passing) => Promise<'on' | 'cut'>,
): Promise<Tap> {
  const server = http.createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray());
      const passing = { link, path: request.url ?? '/', request: body.toString(), answer: '' };
      if ((await onPass({ ...passing, phase: 'asked' })) === 'cut') return void response.destroy();
      const { host: _, connection: __, ...headers } = request.headers;
      const answer = await fetch(`${target()}${request.url}`, {
        method: request.method ?? 'POST',
        headers: headers as Record<string, string>,
        body,
      });
      const text = await answer.text();
      if ((await onPass({ ...passing, phase: 'answered', answer: text })) === 'cut') return void response.destroy();
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { 'Content-Type': type }).end(text);
    } catch {
      if (!response.headersSent) response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
