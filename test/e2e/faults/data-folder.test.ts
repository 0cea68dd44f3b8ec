import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { runCli } from '../child-service.ts';
import { setUp } from './patient.ts';

const cli = fileURLToPath(new URL('../../../dist/cli/footbridge.js', import.meta.url));
/** `nobody`. The superuser may write anywhere, so there it takes somebody else to be refused. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Why an unprivileged process cannot run the program here. */
const noProgram = ((): string | undefined => {
  if (process.platform === 'win32') return 'permissions are another matter here';
  const { status } = spawnSync(process.execPath, ['-e', `require('node:fs').accessSync(${JSON.stringify(cli)})`], as);
  return status === 0 ? undefined : 'an unprivileged process cannot read the program here';
})();

/** Starts the service as somebody without privileges, and waits until it gives up. */
async function startUnprivileged(env: Record<string, string>) {
  // A given one, so that the store is the first thing that is kept.
  const secret = { FOOTBRIDGE_SECRET: 'a-secret-of-the-test-that-is-long-enough' };
  const child = spawn(process.execPath, [cli, 'start'], {
    ...as,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code: code as number | null, output };
}

describe.skipIf(noProgram)(`a data folder without permission (skipped: ${noProgram ?? 'no'})`, () => {
  it('that cannot be written ends the start with its name and what to do', async () => {
    const { env, folder, data } = await setUp();
    chmodSync(folder, 0o755);
    mkdirSync(data);
    chmodSync(data, 0o555);

    const { code, output } = await startUnprivileged(env);

    expect(code).toBe(1);
    expect(output).toContain('data_unusable');
    expect(output).toContain(data);
    expect(output).toContain('Check that the folder can be written');
  }, 30_000);

  it('whose file cannot be written ends the start, and the file stays as it is', async () => {
    const { env, folder, data, start } = await setUp();
    await (await start()).kill('SIGTERM');
    const file = join(data, 'footbridge.db');
    chmodSync(folder, 0o755);
    chmodSync(data, 0o755);
    chmodSync(file, 0o444);
    if (isRoot) chownSync(file, 0, 0);
    const before = readFileSync(file);

    const { code, output } = await startUnprivileged(env);

    expect(code).toBe(1);
    expect(output).toContain('data_unusable');
    expect(output).toContain(data);
    expect(readFileSync(file).equals(before)).toBe(true);
  }, 30_000);
});

describe('a damaged file', () => {
  /** Overwrites a stretch of the file with noise. */
  function damage(file: string, atByte: number, bytes: number): void {
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(bytes, 'noise'), 0, bytes, atByte);
    closeSync(descriptor);
  }

  it('ends the start with the file’s name and what to do, and nothing is overwritten', async () => {
    const { env, data } = await setUp();
    await (await openSqliteStore({ folder: data, now: Date.now })).close();
    const file = join(data, 'footbridge.db');
    damage(file, 0, 4_096);
    const before = readFileSync(file);

    const { code, output } = await runCli(['start'], env);

    expect(code).toBe(1);
    expect(output).toContain('data_unusable');
    expect(output).toContain('footbridge.db');
    expect(output).toContain(data);
    expect(output).toContain('restored from a backup or moved away');
    expect(readFileSync(file).equals(before)).toBe(true);
  }, 40_000);

  it('that is met while the service runs is answered with 503: nothing is accepted without being kept', async () => {
    const { data, start, write } = await setUp();
    await (await openSqliteStore({ folder: data, now: Date.now })).close();
    const driver = await openFile(data);
    const page = driver.prepare<{ rootpage: number }>("select rootpage from sqlite_master where name = 'turn'").get();
    driver.close();
    damage(join(data, 'footbridge.db'), ((page?.rootpage ?? 0) - 1) * 4_096, 4_096);
    const service = await start();

    for (const text of ['one', 'two']) {
      expect(await write(service, text)).toEqual({ status: 503, code: 'data_unusable' });
    }
  }, 40_000);
});
