import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildService, startChild } from '../child-service.ts';

const START_AGAIN_MS = 200;

/** A service in a process of its own that is killed and started again, and again. */
export class Victim {
  readonly #env: Record<string, string>;
  #child: ChildService | undefined;
  #isOver = false;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** Where it can be reached; nothing while it is dead. */
  get url(): string | undefined {
    return this.#child?.url;
  }

  /** What it printed since it was started last. */
  get output(): string {
    return this.#child?.output() ?? '';
  }

  /** Resolves when it is ready. A start that fails, e.g. for want of its database, is repeated. */
  async start(): Promise<void> {
    while (!this.#isOver) {
      try {
        const child = await startChild(this.#env);
        if (this.#isOver) await child.kill('SIGKILL');
        else this.#child = child;
        return;
      } catch {
        await sleep(START_AGAIN_MS);
      }
    }
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    await child?.kill('SIGKILL');
  }

  /** Lets it stop in its own way. */
  async stop(): Promise<void> {
    await this.#child?.kill('SIGTERM');
  }

  /** Ends it for good, whatever it is doing. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.kill();
  }
}
