// Streams: memory of each idle reader, and the time from an agent's word to its reader, beside a bare node:http server.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuUs, portInJson, rssMb, start } from './load.mjs';
import { quantile } from './paced.mjs';

const IDLE = Number(process.env.BENCH_IDLE ?? 2_000);
const STREAMS = Number(process.env.BENCH_STREAMS ?? 100);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const EVERY_MS = 50;
const QUIET_TURNS = 20;
// Nothing happens for so long before memory is looked at: V8 tidies up an idle process after 8 s and more, and only two
// tidy heaps can be compared.
const QUIET_MS = 40_000;
const LONG_MS = 3_600_000;

const dataFolder = mkdtempSync(join(tmpdir(), 'footbridge-bench-'));
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Opens a stream. `onText` hears what comes, with the time at which it came. */
function open({ port }, { method = 'GET', path, body }, onText = () => {}) {
  return new Promise((resolve, reject) => {
    const headers = { 'X-User-Id': 'bench', ...(body && { 'Content-Type': 'application/json' }) };
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (text) => onText(text, process.hrtime.bigint()));
      response.on('error', () => {});
      resolve({ request, response });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const ROUTES = { muxi: '/v1/chat', ubp: '/v1/chat/stream', 'agent-ui': '/api/v1/agent/chat/stream' };
const chatIn = (dialect) => (message, number) => ({
  method: 'POST',
  path: ROUTES[dialect],
  body: JSON.stringify({ message, session_id: `s${number}`, stream: true }),
});
const bareSay = (message) => ({ path: `/?say=${encodeURIComponent(message)}` });

/** Memory of each reader: the moment all of them have come, and when they have been idle for a while. */
async function idleKb(subject, opening) {
  await sleep(QUIET_MS);
  const kbSince = (mb) => Number((((rssMb(subject.child.pid) - mb) * 1024) / IDLE).toFixed(1));
  const before = rssMb(subject.child.pid);
  for (let number = 0; number < IDLE; number++) await open(subject, opening(number));
  const whenOpened = kbSince(before);
  await sleep(QUIET_MS);
  return { whenOpened, idle: kbSince(before) };
}

/** Starts turns that say one word and then nothing for long. Gives their ids, which are in the first frame of each. */
function quietTurns(subject, opening) {
  return Promise.all(
    Array.from(
      { length: QUIET_TURNS },
      (_, number) =>
        new Promise((resolve, reject) => {
          const hear = (text) => {
            const id = /^id: ([^.]+)\./m.exec(text)?.[1];
            if (id !== undefined) resolve(id);
          };
          open(subject, opening(`${LONG_MS} 2 10`, `quiet${number}`), hear).catch(reject);
        }),
    ),
  );
}

async function latency(subject, opening) {
  const delaysMs = [];
  const cpuBefore = cpuUs(subject.child.pid);
  const times = Math.round((SECONDS * 1_000) / EVERY_MS);
  await Promise.all(
    Array.from({ length: STREAMS }, async (_, number) => {
      const { response } = await open(subject, opening(`${EVERY_MS} ${times}`, number), (text, nowNs) => {
        for (const [, saidNs] of text.matchAll(/"(?:token|delta)":"(\d+) "/g))
          delaysMs.push(Number(nowNs - BigInt(saidNs)) / 1e6);
      });
      await once(response, 'end');
    }),
  );
  const cpu = (cpuUs(subject.child.pid) - cpuBefore) / delaysMs.length;
  const missing = STREAMS * times - delaysMs.length;
  return { delaysMs, cpu, missing };
}

const subjects = {
  'node:http': { script: ['sse/bare.mjs'], env: {}, opening: bareSay },
};
for (const dialect of Object.keys(ROUTES)) {
  subjects[`Footbridge, ${dialect}`] = {
    script: ['sse/service.mjs'],
    env: { PORT: '0', LOG_LEVEL: 'warn', FOOTBRIDGE_EMULATORS: 'off' },
    dialect,
    opening: chatIn(dialect),
  };
}

/** Looks at a subject in a process of its own: memory that an earlier look left to it would hide what the next one takes. */
async function inItsOwn(name, { script, env }, look) {
  const FOOTBRIDGE_DATA = mkdtempSync(join(dataFolder, 'subject-'));
  const subject = await start(name, script, { ...env, FOOTBRIDGE_DATA }, portInJson);
  try {
    return await look(subject);
  } finally {
    subject.child.kill('SIGKILL');
    await once(subject.child, 'exit');
  }
}

try {
  const idles = Object.entries(subjects).map(([name, about]) =>
    inItsOwn(name, about, async (subject) => {
      const { dialect, opening } = about;
      if (dialect === undefined) return idleKb(subject, () => bareSay(`${LONG_MS} 1`));
      const ids = await quietTurns(subject, opening);
      const path = (number) => `/v1/turns/${ids[number % ids.length]}/stream?dialect=${dialect}`;
      return idleKb(subject, (number) => ({ path: path(number) }));
    }),
  );
  const memory = await Promise.all(idles);
  const table = {};
  for (const [index, [name, about]] of Object.entries(subjects).entries()) {
    const { delaysMs, cpu, missing } = await inItsOwn(name, about, async (subject) => {
      await latency(subject, (message, number) => about.opening(message.replace(/\d+$/, '20'), `warm${number}`));
      return latency(subject, about.opening);
    });
    table[name] = {
      'p50 ms': Number(quantile(delaysMs, 0.5).toFixed(2)),
      'p99 ms': Number(quantile(delaysMs, 0.99).toFixed(2)),
      'CPU µs/word': Math.round(cpu),
      missing,
      'KB/reader, just opened': memory[index].whenOpened,
      'KB/idle reader': memory[index].idle,
    };
  }
  process.stdout.write(
    `\n${STREAMS} streams of ${1_000 / EVERY_MS} words/s for ${SECONDS} s, from the agent's word to its reader; ${IDLE} idle readers\n`,
  );
  console.table(table);
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);
