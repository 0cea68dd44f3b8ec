import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createMetrics } from '../../src/server/metrics.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const pages = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`), 'deploy/README.md'];

const NO_COUNTS = {
  waitingTurns: 0,
  waitingDeliveries: 0,
  scheduledDeliveries: 0,
  deadTurns: 0,
  deadDeliveries: 0,
};

async function metricNames(): Promise<string[]> {
  const text = await createMetrics().text(NO_COUNTS, { liveTurns: 0, liveDeliveries: 0 }, 0);
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
}

it('the README tells of every metric', async () => {
  const names = await metricNames();
  expect(names).toContain('footbridge_waiting_turns');
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

it('no page names a metric that there is not', async () => {
  const names = await metricNames();
  const named = pages.flatMap((page) =>
    [...readFileSync(root + page, 'utf8').matchAll(/\bfootbridge_\w+/g)].map(([name]) => name),
  );
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
