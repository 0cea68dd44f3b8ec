// Starts bots as child processes and drives them over loopback. What a bot costs is read from /proc, so no bot is instrumented.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const here = new URL('./', import.meta.url).pathname;

export function call(port, path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        agent,
        headers:
          body === undefined
            ? {}
            : {
                'Content-Type': 'application/json',
                'Content-Length': Buffer.byteLength(body),
                'X-Telegram-Bot-Api-Secret-Token': 'bench-secret',
              },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Starts a script and waits for the line that holds its port. */
export function start(name, args, env, portIn) {
  const child = spawn(process.execPath, args, {
    cwd: here,
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened:\n${text}`)));
    child.stdout.on('data', (chunk) => {
      if (text.length < 10_000) text += chunk;
      const port = portIn(text);
      if (port === undefined) return;
      child.removeAllListeners('exit');
      child.stdout.removeAllListeners('data');
      child.stdout.resume();
      resolve({ name, child, port });
    });
  });
}

export const portInJson = (text) => {
  const line = text.split('\n')[0];
  return text.includes('\n') ? JSON.parse(line).port : undefined;
};

/** User and system time of a process, microseconds. The kernel counts in ticks of 10 ms. */
/** Time on a CPU so far, of all threads. Not from `stat`, which counts in steps of 10 ms. */
export function cpuUs(pid) {
  const nsOf = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nsOf(thread), 0) / 1_000;
}

export function rssMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

let updateId = 1;
const person = (id) => ({ id, is_bot: false, first_name: 'Ann', username: `ann${id}`, language_code: 'en' });
const chat = (id) => ({ id, type: 'private', first_name: 'Ann' });

export function messageUpdate(chatId) {
  const id = ++updateId;
  return JSON.stringify({
    update_id: id,
    message: {
      message_id: id,
      date: 1_764_467_000,
      chat: chat(chatId),
      from: person(chatId),
      text: 'Please book a hotel for Friday',
    },
  });
}

function pressUpdate(chatId, data) {
  const id = ++updateId;
  return JSON.stringify({
    update_id: id,
    callback_query: {
      id: String(id),
      chat_instance: '1',
      data,
      from: person(chatId),
      message: {
        message_id: 5,
        date: 1_764_467_000,
        chat: chat(chatId),
        from: { id: 1, is_bot: true, first_name: 'b', username: 'benchbot' },
        text: 'Which plan?',
        reply_markup: { inline_keyboard: [[{ text: 'Basic - 49 EUR', callback_data: data }]] },
      },
    },
  });
}

/** Sends one update per chat with 16 at a time, waits until each has its reply. Gives CPU µs per turn and turns per second. */
export async function round(bot, api, kind, chats) {
  const bodies =
    kind === 'message'
      ? chats.map(messageUpdate)
      : await Promise.all(
          chats.map(async (id) => pressUpdate(id, JSON.parse((await call(api.port, `/data/${id}`)).text))),
        );
  await call(api.port, '/reset');
  const cpuBefore = cpuUs(bot.child.pid);
  const startedMs = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < bodies.length) {
        const { status } = await call(bot.port, '/channels/telegram/webhook', bodies[next++]);
        if (status !== 200) throw new Error(`${bot.name} answered ${status}`);
      }
    }),
  );
  const deadlineMs = performance.now() + 60_000;
  let sent = 0;
  while (sent < bodies.length) {
    if (performance.now() > deadlineMs) throw new Error(`${bot.name} sent ${sent} of ${bodies.length} replies`);
    await sleep(5);
    sent = JSON.parse((await call(api.port, '/stats')).text).sendMessage ?? 0;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await sleep(150);
  return { cpuUs: (cpuUs(bot.child.pid) - cpuBefore) / bodies.length, perSecond: bodies.length / seconds };
}
