import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the endpoint got it. */
export interface Got {
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** How a request is answered; the last one answers all that follow. */
export type Reply = (response: http.ServerResponse, got: Got) => void;

export interface TestEndpoint {
  url: string;
  got: Got[];
  close(): Promise<void>;
}

/** An agent's endpoint on this machine. */
export async function openEndpoint(replies: readonly Reply[], port = 0, host = '127.0.0.1'): Promise<TestEndpoint> {
  const got: Got[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reply = replies[Math.min(got.length, replies.length - 1)] as Reply;
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      reply(response, got.at(-1) as Got);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/agent`, got, close };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
}

/** A stream of these lines; `cut` breaks the connection instead of ending it. */
export function stream(text: string, { cut = false } = {}): Reply {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write(text, () => (cut ? response.destroy() : response.end()));
  };
}

export const events = (...sent: unknown[]) => sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
