// The same bot on Vercel's Chat SDK with its in-memory state, on node:http. Prints {"port"}.
import http from 'node:http';
import { createMemoryState } from '@chat-adapter/state-memory';
import { createTelegramAdapter } from '@chat-adapter/telegram';
import { Actions, Button, Card, CardText, Chat, LinkButton } from 'chat';

const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };
const chat = new Chat({
  userName: 'benchbot',
  logger,
  adapters: {
    telegram: createTelegramAdapter({
      botToken: '1:bench',
      apiBaseUrl: process.env.API_ROOT,
      apiUrl: process.env.API_ROOT,
      secretToken: 'bench-secret',
      mode: 'webhook',
      userName: 'benchbot',
      logger,
    }),
  },
  state: createMemoryState(),
});
const card = Card({
  children: [
    CardText('Which plan should I book for Friday? Prices are per night.'),
    Actions([
      Button({ id: 'w_8f3a#0', label: 'Basic - 49 EUR' }),
      Button({ id: 'w_8f3a#1', label: 'Comfort - 69 EUR' }),
      Button({ id: 'w_8f3a#2', label: 'Suite - 129 EUR' }),
      Button({ id: 'w_8f3a#3', label: 'None of these' }),
      LinkButton({ url: 'https://example.com/plans?id=42', label: 'Compare plans' }),
    ]),
  ],
});
const reply = (thread) => thread.post({ card });
chat.onNewMention(reply);
chat.onDirectMessage?.(reply);
chat.onAction((event) => event.thread.post(`You chose ${event.actionId}`));
await chat.initialize?.();

const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const answered = await chat.webhooks.telegram(
    new Request(`http://127.0.0.1${request.url}`, {
      method: 'POST',
      headers: request.headers,
      body: Buffer.concat(chunks),
    }),
    { waitUntil: (promise) => void promise.catch?.(() => {}) },
  );
  response.writeHead(answered.status);
  response.end(await answered.text());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
