import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed where it is JSON. */
  body: unknown;
  text: string;
}

type Answer = { status: number; headers?: Record<string, string> } | 'hang up' | 'say nothing';

/** A server of somebody else's that results are posted to. */
export interface Receiver {
  url: string;
  requests: Received[];
  /** Bodies of the requests to a path, in order. */
  bodies(path: string): unknown[];
  /** Decides over each request; by default all are taken. */
  answer: (request: Received, count: number) => Answer;
  close(): Promise<void>;
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '', headers } = request;
    const received: Received = { method, path: url, headers, text, body: jsonOrNothing(text) };
    requests.push(received);
    const answer = receiver.answer(received, requests.filter(({ path }) => path === url).length);
    if (answer === 'hang up') return void request.socket.destroy();
    if (answer === 'say nothing') return;
    response.writeHead(answer.status, answer.headers);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bodies: (path) => requests.filter((one) => one.path === path).map(({ body }) => body),
    answer: () => ({ status: 200 }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
