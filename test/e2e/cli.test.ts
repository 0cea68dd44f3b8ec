import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cli, runCli, startChild } from './child-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footbridge-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BROKEN = `schema: "1.0.0"
id: broken
agent:
  type: script
  replys: []
channels:
  telegram: { token: "\${{ secrets.NO_SUCH_TOKEN }}", mode: pooling }
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the command line', () => {
  it('a formation that cannot work is told of within a second, every fault with its place', async () => {
    const file = join(folder, 'formation.afs');
    await writeFile(file, BROKEN);
    const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data') };
    await runCli(['check', folder], env); // warms the file cache
    const started = await runCli(['start'], env);
    expect(started.code).toBe(1);
    expect(started.output).toMatch(new RegExp(`${file}:5:3: error: .*replies`));
    expect(started.output).toMatch(new RegExp(`${file}:7:\\d+: error: .*NO_SUCH_TOKEN`));
    expect(started.output).toMatch(new RegExp(`${file}:7:\\d+: error: .*polling`));
    expect(started.output).not.toMatch(/\n\s+at /);
    // A machine that does something else slows one start, not every one of a few.
    let fastestMs = started.elapsedMs;
    for (let start = 2; start <= 5 && fastestMs >= 1_000; start++) {
      fastestMs = Math.min(fastestMs, (await runCli(['start'], env)).elapsedMs);
    }
    expect(fastestMs).toBeLessThan(1_000);

    const checked = await runCli(['check', folder], env);
    expect(checked.code).toBe(1);
    expect(checked.output).toContain(`${file}:5:3: error:`);
  });

  it('checks what only the start would refuse, too', async () => {
    const feature = '{ id: out, label: Out, action: { kind: external, url: "https://nowhere.example/" } }';
    const agent = 'agent: { type: openai, base_url: "https://model.example/v1", model: m }';
    const unlisted = join(folder, 'unlisted');
    await mkdir(unlisted);
    await writeFile(
      join(unlisted, 'formation.afs'),
      `schema: "1.0.0"\nid: unlisted\n${agent}\nrecommender: { model: m, features: [${feature}] }\n`,
    );
    const checked = await runCli(['check', unlisted], {});
    expect(checked).toMatchObject({ code: 1, output: expect.stringContaining('could never be shown') });
  });

  it('the demo formation is sound', async () => {
    const checked = await runCli(['check', 'formations/demo'], {});
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('demo is ready') });
  });

  it('refuses to listen to everybody without keys', async () => {
    const started = await runCli(['start'], { HOST: '0.0.0.0', FOOTBRIDGE_DATA: join(folder, 'data') });
    expect(started).toMatchObject({ code: 1, output: expect.stringContaining('FOOTBRIDGE_KEYS') });
  });

  it('names a variable that is wrong, not its value', async () => {
    const started = await runCli(['start'], { PORT: 'eighty', FOOTBRIDGE_SECRET: 'short', LOG_LEVEL: 'loud' });
    expect(started.code).toBe(1);
    expect(started.output).toMatch(/PORT: .*LOG_LEVEL: /);
    expect(started.output).not.toContain('eighty');
    const database = await runCli(['start'], { DATABASE_URL: 'postgres://user:password@db/x' });
    expect(database).toMatchObject({ code: 1, output: expect.stringContaining('DATABASE_URL') });
    expect(database.output).not.toContain('password');
    const short = await runCli(['start'], { FOOTBRIDGE_SECRET: 'short-one', FOOTBRIDGE_DATA: join(folder, 'data') });
    expect(short.code).toBe(1);
    expect(short.output).not.toContain('short-one');
  });

  it('serves the demo, tells a second process that the data is in use, and ends when asked', async () => {
    const env = { FOOTBRIDGE_DATA: join(folder, 'demo'), LOG_LEVEL: 'warn' };
    const first = await startChild(env);
    await expect.poll(() => first.output()).toContain('FOOTBRIDGE_ADMIN_KEYS closes them.');
    expect(first.output()).toContain('Emulated here');
    expect((await fetch(first.url)).status).toBe(200);
    const second = await runCli(['start'], env);
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('data_in_use') });
    const startedMs = performance.now();
    await first.kill('SIGTERM');
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(first.process.exitCode).toBe(0);
  });

  it('ends when asked, also where whoever reads its log ends at the same time', async () => {
    const env = { PATH: process.env.PATH ?? '', PORT: '0', FOOTBRIDGE_DATA: join(folder, 'unread') };
    const command = [process.execPath, cli, 'start'].map((part) => `'${part}'`).join(' ');
    const shell = spawn('sh', ['-c', `${command} | cat`], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    shell.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const pidIn = () => Number(/"pid":(\d+).*"ready"/.exec(output)?.[1]);
    await expect.poll(pidIn, { timeout: 20_000 }).toBeGreaterThan(0);
    onTestFinished(() => void (isRunning(pidIn()) && process.kill(pidIn(), 'SIGKILL')));
    // A service at rest ends sooner than its log is written next.
    await sleep(1_500);
    process.kill(-(shell.pid as number), 'SIGTERM');
    await expect.poll(() => isRunning(pidIn()), { timeout: 8_000 }).toBe(false);
  });

  it('prints how to use it', async () => {
    expect(await runCli(['help'], {})).toMatchObject({ code: 0, output: expect.stringContaining('footbridge check') });
    expect(await runCli(['dance'], {})).toMatchObject({ code: 2 });
  });
});
