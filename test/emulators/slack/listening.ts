import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import type { Message } from '../../../src/emulators/slack/wire.ts';
import { call } from './running.ts';

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON, or the JSON of its `payload`, or the fields of its form. */
  json: Told;
}

/** What the app is told, by the fields that tests look into. */
export interface Told {
  type?: string;
  command?: string;
  challenge?: string;
  event_id?: string;
  event?: Partial<Omit<Message, 'type'>> & { type: string; channel_type?: string; message?: Message };
  trigger_id?: string;
  response_url?: string;
  container?: object;
  actions?: object[];
  state?: { values: Record<string, Record<string, { selected_options?: unknown }>> };
}

type Answer = { status?: number; body?: string; headers?: Record<string, string> } | 'never';

/** An app that listens over HTTP and keeps what it hears; `answer` says what it answers to each. Ends with the test. */
export async function listeningApp(
  emulator: SlackEmulator,
  answer: (heard: Heard, count: number) => Answer = () => ({}),
): Promise<{ heard: Heard[]; url: string }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const json = read(body, request.headers['content-type'] ?? '');
    if (json.type === 'url_verification') {
      response.end(json.challenge);
      return;
    }
    heard.push({ headers: request.headers, body, json });
    const reply = answer(heard.at(-1) as Heard, heard.length);
    if (reply !== 'never') response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await emulator.setRequestUrls({ events: url, interactions: url, commands: url });
  return { heard, url };
}

function read(body: string, contentType: string): Told {
  if (/json/.test(contentType)) return JSON.parse(body);
  const form = Object.fromEntries(new URLSearchParams(body));
  return form.payload === undefined ? form : JSON.parse(form.payload);
}

export interface Frame {
  type: string;
  envelope_id?: string;
  retry_attempt?: number;
  reason?: string;
  payload?: { event?: { type: string; text?: string }; type?: string };
  [field: string]: unknown;
}

/** A WebSocket of an app in Socket Mode, that keeps the frames it gets. Ends with the test. */
export async function openSocket(emulator: SlackEmulator): Promise<{
  frames: Frame[];
  ack: (frame: Frame, payload?: object) => void;
  socket: WebSocket;
}> {
  const { url } = await call(emulator, 'apps.connections.open', {}, emulator.app.appToken);
  const socket = new WebSocket(String(url));
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('error', reject);
  });
  onTestFinished(() => socket.terminate());
  const ack = ({ envelope_id }: Frame, payload?: object) => socket.send(JSON.stringify({ envelope_id, payload }));
  return { frames, ack, socket };
}
