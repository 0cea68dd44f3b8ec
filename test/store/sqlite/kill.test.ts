import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { dataFolder } from './folder.ts';

const script = fileURLToPath(new URL('./accept-forever.mjs', import.meta.url));
const builtStore = new URL('../../../dist/store/sqlite/store.js', import.meta.url);

/** Lets a process accept until it is killed `afterMs` after its first acknowledgement. Gives the ids it acknowledged. */
async function acceptUntilKilled(folder: string, prefix: string, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, builtStore.href, folder, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    if (printed === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    printed += text;
  });
  await closed;
  // The last line may be cut off: it was not fully said.
  return printed
    .slice(0, printed.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
}

describe.skipIf(!existsSync(builtStore))('a process killed while it accepts (skipped until dist is built)', () => {
  it('has lost nothing that it acknowledged, and its lock is free', { timeout: 60_000 }, async () => {
    const folder = dataFolder();
    const acknowledged: string[] = [];
    for (let round = 1; round <= 5; round += 1) {
      acknowledged.push(...(await acceptUntilKilled(folder, `r${round}`, Math.random() * 300)));
    }

    const store = await openSqliteStore({ folder, now: Date.now });
    onTestFinished(() => store.close());
    const states = await Promise.all(acknowledged.map(async (turnId) => (await store.turn(turnId))?.state));

    expect(acknowledged.length).toBeGreaterThan(5);
    expect(states.every((state) => state === 'waiting')).toBe(true);
    expect((await store.counts()).waitingTurns).toBeGreaterThanOrEqual(acknowledged.length);
  });
});
