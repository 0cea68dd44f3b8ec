import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that this one has started and that still run. Linux only; none elsewhere. */
export function childrenOf(pid: number): number[] {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.map(Number).filter((other) => statOf(other)?.parent === pid);
}

/** Resolves when none of these processes runs any more. Throws after 10 s. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (pids.some(isRunning)) {
    if (performance.now() > deadlineMs) throw new Error(`still there after 10 s: ${pids.filter(isRunning).join(', ')}`);
    await sleep(5);
  }
}

function isRunning(pid: number): boolean {
  const stat = statOf(pid);
  // One that has ended may wait long for somebody to ask how.
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    // The name before it may have spaces and brackets.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
