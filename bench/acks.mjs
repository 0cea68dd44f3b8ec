// How long a platform waits for its answer while the agent sleeps: Footbridge beside an endpoint that only verifies.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DISCORD_KEY, REQUESTS, SLACK_SECRET, TELEGRAM_SECRET } from './acks/requests.mjs';
import { portInJson, start } from './load.mjs';
import { quantile } from './paced.mjs';

const PER_SECOND = 100;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const LATEST_ACK_MS = 1_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

/** Posts it. Gives how long the answer took, milliseconds. */
function post(port, { path, headers, body }) {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedMs);
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** What became of a channel's events: `{accepted: 1600, ignored: 400}`. */
async function received(port, channel) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.matchAll(/^footbridge_inbound_total\{channel="(\w+)",status="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...lines].flatMap(([, of, status, count]) => (of === channel ? [[status, Number(count)]] : [])),
  );
}

/** Says yes to all that a channel asks of its platform. */
async function startPlatforms() {
  let lastId = 1;
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const id = String(++lastId);
      const telegram = {
        result: {
          message_id: lastId,
          date: 1,
          chat: { id: 1, type: 'private' },
          id: 1,
          is_bot: true,
          first_name: 'b',
          username: 'benchbot',
        },
      };
      const body = JSON.stringify({
        ok: true,
        id,
        ts: `1.${id}`,
        channel: 'D0',
        user_id: 'U0BOT',
        team_id: 'T0BENCH',
        ...telegram,
      });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Posts everything to both at an even pace. Gives how long each waited, milliseconds. */
async function drive(requestOf, ports) {
  const waitedMs = ports.map(() => []);
  const posts = [];
  const startedMs = performance.now();
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const waitMs = startedMs + (n / PER_SECOND) * 1000 - performance.now();
    if (waitMs > 0.5) await sleep(waitMs);
    const request = requestOf(n);
    // In turn, so that neither is always the second.
    const order = n % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      posts.push(post(ports[which], request).then((took) => waitedMs[which].push(took)));
    }
  }
  await Promise.all(posts);
  return waitedMs;
}

const dataFolder = mkdtempSync(join(tmpdir(), 'footbridge-bench-'));
const platforms = await startPlatforms();
const secrets = { TELEGRAM_SECRET, SLACK_SECRET, DISCORD_KEY };
const running = [];
try {
  const footbridge = await start(
    'Footbridge',
    ['../dist/cli/footbridge.js', 'start'],
    {
      ...secrets,
      API_ROOT: `http://127.0.0.1:${platforms.address().port}`,
      PORT: '0',
      LOG_LEVEL: 'error',
      FOOTBRIDGE_FORMATION: 'acks',
      FOOTBRIDGE_DATA: dataFolder,
    },
    (text) => {
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      return port === undefined ? undefined : Number(port);
    },
  );
  running.push(footbridge);
  const verifyOnly = await start('the endpoint', ['acks/verify-only.mjs'], secrets, portInJson);
  running.push(verifyOnly);

  const ms = (value) => Number(value.toFixed(1));
  const table = {};
  let slowestMs = 0;
  for (const [channel, requestOf] of Object.entries(REQUESTS)) {
    const [ours, theirs] = await drive(requestOf, [footbridge.port, verifyOnly.port]);
    slowestMs = Math.max(slowestMs, ...ours);
    table[channel] = {
      ...(await received(footbridge.port, channel)),
      p50: ms(quantile(ours, 0.5)),
      p99: ms(quantile(ours, 0.99)),
      slowest: ms(Math.max(...ours)),
      'verify-only p50': ms(quantile(theirs, 0.5)),
      'verify-only p99': ms(quantile(theirs, 0.99)),
      'verify-only slowest': ms(Math.max(...theirs)),
    };
  }
  process.stdout.write(
    `\nacknowledgements, ${PER_SECOND} events/s for ${SECONDS} s a channel, 20 conversations whose agent sleeps 5 s; milliseconds from the POST\n`,
  );
  console.table(table);
  if (slowestMs > LATEST_ACK_MS) {
    process.stdout.write(`An acknowledgement took ${ms(slowestMs)} ms; no more than ${LATEST_ACK_MS} is allowed.\n`);
    process.exitCode = 1;
  }
} finally {
  for (const { child } of running) child.kill('SIGKILL');
  platforms.close();
  platforms.closeAllConnections();
  agent.destroy();
  rmSync(dataFolder, { recursive: true, force: true });
}
