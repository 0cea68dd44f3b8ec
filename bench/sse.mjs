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
// Nothing happens for so long before memory is looked at: what opening them left behind is collected by then.
const QUIET_MS = 12_000;
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

async function idleKb(subject, opening) {
  await sleep(QUIET_MS);
  const before = rssMb(subject.child.pid);
  const opened = [];
  for (let number = 0; number < IDLE; number++) opened.push(await open(subject, opening(number)));
  await sleep(QUIET_MS);
  const kb = ((rssMb(subject.child.pid) - before) * 1024) / IDLE;
  for (const { request } of opened) request.destroy();
  await sleep(1_000);
  return Number(kb.toFixed(1));
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
  const FOOTBRIDGE_DATA = join(dataFolder, dialect);
  subjects[`Footbridge, ${dialect}`] = {
    script: ['sse/service.mjs'],
    env: { PORT: '0', LOG_LEVEL: 'warn', FOOTBRIDGE_DATA, FOOTBRIDGE_EMULATORS: 'off' },
    dialect,
    opening: chatIn(dialect),
  };
}

const running = [];
try {
  const table = {};
  for (const [name, { script, env, dialect, opening }] of Object.entries(subjects)) {
    const subject = await start(name, script, env, portInJson);
    running.push(subject);
    await latency(subject, (message, number) => opening(message.replace(/\d+$/, '20'), `warm${number}`));
    const { delaysMs, cpu, missing } = await latency(subject, opening);
    let idle;
    if (dialect === undefined) idle = await idleKb(subject, () => bareSay(`${LONG_MS} 1`));
    else {
      const ids = await quietTurns(subject, opening);
      const path = (number) => `/v1/turns/${ids[number % ids.length]}/stream?dialect=${dialect}`;
      idle = await idleKb(subject, (number) => ({ path: path(number) }));
    }
    table[name] = {
      'p50 ms': Number(quantile(delaysMs, 0.5).toFixed(2)),
      'p99 ms': Number(quantile(delaysMs, 0.99).toFixed(2)),
      'CPU µs/word': Math.round(cpu),
      missing,
      'KB/idle reader': idle,
    };
    subject.child.kill('SIGKILL');
    await once(subject.child, 'exit');
  }
  process.stdout.write(
    `\n${STREAMS} streams of ${1_000 / EVERY_MS} words/s for ${SECONDS} s, from the agent's word to its reader; ${IDLE} idle readers\n`,
  );
  console.table(table);
} finally {
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);
