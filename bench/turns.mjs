// CPU per turn, webhook to last API call: Footbridge (durable) beside bots that keep nothing.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portInJson, round, rssMb, start } from './load.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const TURNS = Number(process.env.BENCH_TURNS ?? 1500);
const MANY = Number(process.env.BENCH_RSS_TURNS ?? 100_000);
const FEW = Math.min(10_000, MANY);
const BATCH = 2_000;

let nextChat = 100_000;
const freshChats = (count) => Array.from({ length: count }, () => nextChat++);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const dataFolder = mkdtempSync(join(tmpdir(), 'footbridge-bench-'));
const running = [];
const run = async (...how) => {
  const started = await start(...how);
  running.push(started);
  return started;
};
const stop = async () => {
  await Promise.all(
    running.map(({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return undefined;
      child.kill('SIGTERM');
      return once(child, 'exit');
    }),
  );
  rmSync(dataFolder, { recursive: true, force: true });
};

try {
  const api = await run('fake Telegram', ['fake-telegram.mjs'], {}, portInJson);
  const API_ROOT = `http://127.0.0.1:${api.port}`;
  const bots = [
    await run(
      'Footbridge (durable)',
      ['../dist/cli/footbridge.js', 'start'],
      { API_ROOT, PORT: '0', LOG_LEVEL: 'info', FOOTBRIDGE_FORMATION: 'formation', FOOTBRIDGE_DATA: dataFolder },
      (text) => {
        const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
        return port === undefined ? undefined : Number(port);
      },
    ),
    await run('grammY, node:http', ['bots/grammy.mjs'], { API_ROOT }, portInJson),
    await run('grammY, Express', ['bots/grammy.mjs'], { API_ROOT, FRAMEWORK: 'express' }, portInJson),
    await run('Chat SDK', ['bots/chat-sdk.mjs'], { API_ROOT }, portInJson),
  ];
  const results = {};
  for (let index = -1; index < ROUNDS; index++) {
    for (const bot of bots) {
      const chats = freshChats(index < 0 ? 500 : TURNS);
      for (const kind of ['message', 'callback']) {
        const measured = await round(bot, api, kind, chats);
        // The first round only warms up.
        if (index >= 0) results[`${kind} ${bot.name}`] = [...(results[`${kind} ${bot.name}`] ?? []), measured];
      }
    }
  }
  for (const kind of ['message', 'callback']) {
    const of = (bot) => results[`${kind} ${bot.name}`];
    process.stdout.write(`\n${kind} turns: ${ROUNDS} alternating rounds of ${TURNS}, 16 at a time\n`);
    console.table(
      Object.fromEntries(
        bots.map((bot) => {
          // A ratio is taken within a round, where the machine was equally busy for all.
          const ratioTo = (other) => median(of(bot).map((mine, i) => mine.cpuUs / of(other)[i].cpuUs)).toFixed(2);
          return [
            bot.name,
            {
              'CPU µs/turn': Math.round(median(of(bot).map((x) => x.cpuUs))),
              'turns/s': Math.round(median(of(bot).map((x) => x.perSecond))),
              'CPU ÷ grammY http': ratioTo(bots[1]),
              'CPU ÷ grammY Express': ratioTo(bots[2]),
              'CPU ÷ Chat SDK': ratioTo(bots[3]),
            },
          ];
        }),
      ),
    );
  }

  const rss = {};
  const [footbridge, ...rivals] = bots;
  const drive = async (bot, turns) => {
    for (let done = 0; done < turns; done += BATCH)
      await round(bot, api, 'message', freshChats(Math.min(BATCH, turns - done)));
  };
  for (const bot of rivals) {
    await drive(bot, FEW);
    rss[bot.name] = { [`RSS MB after ${FEW} more`]: Math.round(rssMb(bot.child.pid)) };
  }
  await drive(footbridge, FEW);
  const few = rssMb(footbridge.child.pid);
  await drive(footbridge, MANY - FEW);
  const many = rssMb(footbridge.child.pid);
  rss[footbridge.name] = {
    [`RSS MB after ${FEW} more`]: Math.round(few),
    [`after ${MANY} more`]: Math.round(many),
    growth: `${(((many - few) / few) * 100).toFixed(1)} %`,
  };
  process.stdout.write('\nmemory\n');
  console.table(rss);
} finally {
  await stop();
}
