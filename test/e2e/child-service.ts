import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The program, as it was built. */
export const cli = fileURLToPath(new URL('../../dist/cli/footbridge.js', import.meta.url));

/** The built program in a process of its own. */
export interface ChildService {
  url: string;
  process: ChildProcess;
  /** What it printed so far, both streams; the last 100,000 characters. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;

/** Runs a command of the program to its end. */
export async function runCli(args: string[], env: Record<string, string>, cwd = root) {
  const startedMs = performance.now();
  const child = launch(args, env, cwd);
  const [code] = await once(child.process, 'close');
  return { code: code as number, output: child.output(), elapsedMs: performance.now() - startedMs };
}

/** Starts the service and waits until it tells its address. */
export async function startChild(env: Record<string, string>, cwd = root): Promise<ChildService> {
  const { process: child, output } = launch(['start'], env, cwd);
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const url = /Open (http:\S+) in/.exec(output())?.[1];
    if (url) return { url, process: child, output, kill: (signal) => end(child, signal) };
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await end(child, 'SIGKILL');
      throw new Error(`the service did not start:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function launch(args: string[], env: Record<string, string>, cwd: string) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk).slice(-100_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { process: child, output: () => text };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
