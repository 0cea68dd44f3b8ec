// A platform for one bot: posts messages at an even pace or as fast as they are taken, and notes when each is answered.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, messageUpdate } from './load.mjs';

const BOT = { id: 1, is_bot: true, first_name: 'b', username: 'benchbot' };
const LATEST_ANSWER_MS = 60_000;

/** Answers like the Bot API. `onAnswer(chatId)` is called when a message to that chat has arrived whole. */
export async function startPlatform() {
  const platform = { port: 0, onAnswer: () => {}, close: () => server.close() };
  let messageId = 1;
  const server = http.createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const method = request.url.slice(request.url.lastIndexOf('/') + 1);
      let result = true;
      if (method === 'getMe') result = BOT;
      if (method === 'sendMessage') {
        const chatId = JSON.parse(text).chat_id;
        result = { message_id: messageId++, date: 1, chat: { id: chatId, type: 'private' }, text: '' };
        platform.onAnswer(chatId);
      }
      const body = JSON.stringify({ ok: true, result });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.port = server.address().port;
  return platform;
}

let lastChatId = 10_000_000;

/**
 * Posts `count` messages, each in a chat of its own, to the ports in turn: `perSecond` of them, or 64 at a time when that
 * is absent. Resolves when all are answered; gives how long each took until its 200 and until its answer, milliseconds.
 */
export async function drive({ platform, ports, count, perSecond }) {
  const waiting = new Map();
  const acceptedMs = [];
  const handledMs = [];
  platform.onAnswer = (chatId) => {
    const postedMs = waiting.get(chatId);
    if (postedMs === undefined) return;
    waiting.delete(chatId);
    handledMs.push(performance.now() - postedMs);
  };
  const post = async (index) => {
    const chatId = ++lastChatId;
    const body = messageUpdate(chatId);
    const postedMs = performance.now();
    waiting.set(chatId, postedMs);
    const { status } = await call(ports[index % ports.length], '/channels/telegram/webhook', body);
    if (status !== 200) throw new Error(`answered ${status}`);
    acceptedMs.push(performance.now() - postedMs);
  };

  const startedMs = performance.now();
  if (perSecond === undefined) {
    let next = 0;
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (next < count) await post(next++);
      }),
    );
  } else {
    const posts = [];
    for (let index = 0; index < count; index++) {
      const waitMs = startedMs + (index / perSecond) * 1000 - performance.now();
      if (waitMs > 0.5) await sleep(waitMs);
      posts.push(post(index));
    }
    await Promise.all(posts);
  }
  const deadlineMs = performance.now() + LATEST_ANSWER_MS;
  while (waiting.size > 0) {
    if (performance.now() > deadlineMs) throw new Error(`${waiting.size} of ${count} messages were not answered`);
    await sleep(2);
  }
  return { acceptedMs, handledMs, seconds: (performance.now() - startedMs) / 1000 };
}

/** The value below which this share of them lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
