import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startChild } from './child-service.ts';

/** Sets how large a file the running process may write, as a full disk would. */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

it.skipIf(!hasPrlimit)(
  'a full disk is told by /readyz, takes nothing that it cannot keep, and is over as soon as there is room (needs prlimit)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footbridge-full-'));
    const child = await startChild({ FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'info' });
    onTestFinished(async () => {
      await child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    const ready = async () => {
      const response = await fetch(`${child.url}/readyz?of=store`);
      return [response.status, ((await response.json()) as { store: string }).store];
    };
    const chat = async () => {
      const response = await fetch(`${child.url}/v1/chat`, {
        method: 'POST',
        body: JSON.stringify({ message: 'hello' }),
      });
      return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
    };
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 'ready']);
    expect(await chat()).toEqual([200, undefined]);

    limitFiles(child.process.pid ?? 0, 0);
    await expect.poll(ready, { timeout: 10_000 }).toEqual([503, 'cannot_write']);
    expect(await chat()).toEqual([503, 'data_unusable']);
    expect((await fetch(`${child.url}/healthz`)).status).toBe(200);

    limitFiles(child.process.pid ?? 0, 'unlimited');
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 'ready']);
    expect(await chat()).toEqual([200, undefined]);
    await expect.poll(() => child.output()).toContain('the store can write again');
    expect(child.output().match(/"msg":"the store cannot write"/g)).toHaveLength(1);
  },
  60_000,
);
