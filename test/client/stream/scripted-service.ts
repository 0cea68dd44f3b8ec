import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Answer = (response: ServerResponse) => void;

export interface Asked {
  line: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown> | undefined;
}

export const token = (id: string, text: string) => `id: ${id}\ndata: {"token":"${text}"}\n\n`;
export const DONE = 'id: t.1.9\nevent: done\ndata: {"finished":true}\n\n';
export const typed = (id: string, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, data })}\n\n`;
export const says =
  (...frames: string[]): Answer =>
  (response) =>
    response.end(frames.join(''));
export const breaks =
  (...frames: string[]): Answer =>
  (response) =>
    response.write(`:\n\n${frames.join('')}`, () => response.socket?.destroy());
export const refuses =
  (status: number, code: string, headers = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ error: { code, message: 'No, thank you.' } }));

/** A service that answers one request after the other so; the last answer stays. */
export async function serviceOf(...answers: Answer[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer;
      const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
      asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.setHeader('connection', 'close');
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

export const WAITS = { retryAfterMs: [5, 5, 5] };

export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}
