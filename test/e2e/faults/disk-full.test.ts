import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChildService } from '../child-service.ts';
import { setUp } from './patient.ts';

const noPrlimit =
  spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'there is no prlimit to limit files with';

/** No file of the process may grow beyond this. SQLite meets it as it meets a full disk: a write fails. */
function limitFiles(service: ChildService, maxBytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(service.process.pid), `--fsize=${maxBytes}:unlimited`]);
}

/** Bytes of the log of changes, the file that grows. */
const sizeOfLog = (data: string) => statSync(join(data, 'footbridge.db-wal')).size;

/** The status of `/readyz`, and what it says of the store. */
async function readiness({ url }: ChildService): Promise<[status: number, store: string]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, ((await response.json()) as { store: string }).store];
}

/** Writes in the web chat. Gives the status, and the code of a refusal. */
async function chat({ url }: ChildService): Promise<[status: number, code: string | undefined]> {
  const response = await fetch(`${url}/v1/chat`, { method: 'POST', body: JSON.stringify({ message: 'hello' }) });
  return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
}

async function deliveriesInFlight({ url }: ChildService): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /^footbridge_live_deliveries (\d+)$/m.exec(metrics)?.[1];
}

describe.skipIf(noPrlimit)(`a full disk (skipped where it cannot be had: ${noPrlimit ?? 'it can'})`, () => {
  it('refuses what cannot be kept with 503, keeps what was accepted, and goes on when there is space', async () => {
    const { start, write, answers, data } = await setUp();
    const service = await start();
    expect(await write(service, 'before')).toMatchObject({ status: 200 });
    await expect.poll(answers, { timeout: 10_000 }).toEqual(['re: before']);

    // Some room is left, so that some are still accepted.
    limitFiles(service, sizeOfLog(data) + 60_000);
    const accepted: string[] = [];
    let refused: { status: number; code: string | undefined } | undefined;
    for (let count = 0; count < 40 && !refused; count += 1) {
      const answer = await write(service, `${count} ${'x'.repeat(3_000)}`);
      if (answer.status === 200) accepted.push(`re: ${count} ${'x'.repeat(20)}`.slice(0, 20));
      else refused = answer;
    }

    expect(refused).toEqual({ status: 503, code: 'data_unusable' });
    limitFiles(service, sizeOfLog(data));
    await expect.poll(() => readiness(service), { timeout: 15_000 }).toEqual([503, 'cannot_write']);
    expect(await chat(service)).toEqual([503, 'data_unusable']);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

    limitFiles(service, 'unlimited');
    expect(await write(service, 'after')).toMatchObject({ status: 200 });
    await expect.poll(answers, { timeout: 15_000, interval: 100 }).toEqual(['re: before', ...accepted, 're: after']);
    await expect.poll(() => readiness(service), { timeout: 15_000 }).toEqual([200, 'ready']);
    expect(await chat(service)).toEqual([200, undefined]);
    await expect.poll(() => service.output()).toContain('the store can write again');
    expect(service.output().match(/"msg":"the store cannot write"/g)).toHaveLength(1);
  }, 60_000);

  it('loses nothing when the process is killed while the disk is full', async () => {
    const { start, write, answers, data, telegram } = await setUp();
    const service = await start();
    telegram.failNext('sendMessage', 'hang');
    expect(await write(service, 'before')).toMatchObject({ status: 200 });
    // Its answer is on its way, so nothing is being written.
    await expect.poll(() => deliveriesInFlight(service), { timeout: 10_000 }).toBe('1');
    limitFiles(service, sizeOfLog(data));
    expect(await write(service, 'x'.repeat(10_000))).toMatchObject({ status: 503 });
    await service.kill('SIGKILL');

    const next = await start();

    expect(await write(next, 'after')).toMatchObject({ status: 200 });
    await expect.poll(answers, { timeout: 10_000 }).toEqual(['re: before', 're: after']);
  }, 60_000);
});
