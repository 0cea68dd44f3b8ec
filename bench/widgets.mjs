// What widgets cost, in each dialect and in alternating rounds: a turn that shows some, beside the same words alone, and
// beside the same facts where widgets are switched off and words say it all.
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUs, portInJson, start } from './load.mjs';

// Short rounds: what else the machine does meets both alike.
const TURNS = Number(process.env.BENCH_TURNS ?? 100);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const WARM_UP_ROUNDS = 25;
const AT_ONCE = 8;

const CARD = 'minara.feature_recommendation@1';
const PATHS = {
  muxi: '/v1/chat',
  ubp: `/v1/chat/stream?capabilities=${CARD}`,
  'agent-ui': '/api/v1/agent/chat/stream',
};
/** In which dialect a turn has what to show. */
const CASES = [
  ['muxi', 'choice'],
  ['ubp', 'choice'],
  ['ubp', 'card'],
  ['ubp', 'card and choice'],
  ['agent-ui', 'choice'],
  ['agent-ui', 'chart'],
  ['agent-ui', 'chart and choice'],
];

const dataFolder = mkdtempSync(join(tmpdir(), 'footbridge-bench-'));
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
let count = 0;

function turn(port, path, message) {
  return new Promise((resolve, reject) => {
    const headers = { 'X-User-Id': 'bench', 'Content-Type': 'application/json' };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let last = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        last = (last + text).slice(-400);
      });
      response.on('end', () => (last.includes('event: done') ? resolve() : reject(new Error(`no end: ${last}`))));
    });
    request.on('error', reject);
    request.end(JSON.stringify({ message, session_id: `s${count++}`, stream: true }));
  });
}

async function cost({ port, child }, path, message) {
  const before = cpuUs(child.pid);
  let left = TURNS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await turn(port, path, message);
    }),
  );
  return (cpuUs(child.pid) - before) / TURNS;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const env = { PORT: '0', LOG_LEVEL: 'warn', FOOTBRIDGE_EMULATORS: 'off' };
const startWith = (folder) =>
  start(
    `Footbridge, ${folder}`,
    ['widgets/service.mjs', folder],
    { ...env, FOOTBRIDGE_DATA: mkdtempSync(join(dataFolder, 'data-')) },
    portInJson,
  );
const [shows, tells] = await Promise.all([startWith('./'), startWith('./switched-off/')]);
try {
  const table = [];
  for (const [dialect, facts] of CASES) {
    const path = PATHS[dialect];
    const ways = { words: [shows, 'plain'], widgets: [shows, facts], 'switched off': [tells, facts] };
    const costs = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (const [way, [subject, message]] of Object.entries(ways)) {
        const one = await cost(subject, path, message);
        if (round >= 0) costs[way].push(one);
      }
    }
    const [words, widgets, off] = Object.values(costs).map(median);
    table.push({
      dialect,
      facts,
      'words alone, CPU µs/turn': Math.round(words),
      'switched off': Math.round(off),
      'with widgets': Math.round(widgets),
      '÷ words alone': Number((widgets / words).toFixed(2)),
      '÷ switched off': Number((widgets / off).toFixed(2)),
    });
  }
  process.stdout.write(`\n${TURNS} turns of 40 words a round, ${ROUNDS} rounds of each, alternating\n`);
  console.table(table);
} finally {
  for (const { child } of [shows, tells]) child.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);
