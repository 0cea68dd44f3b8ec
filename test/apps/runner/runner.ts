import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { eventually, type ShownApp } from '../app-browser.ts';

export const RUNNER = fileURLToPath(new URL('server.mjs', import.meta.url));

/** The servers of the runner, one for each view, so that a message can name the one that it wants. */
export const VIEWS = ['bare', 'declared', 'picture', 'links', 'notes.txt', 'base64', 'commented', 'huge'].map(
  (view) => ({
    ...{ name: view, program: RUNNER, tool: `show-${view}`, toolArgs: { city: 'Oslo' } },
  }),
);

/** What a request of an app is answered with. */
export interface Answer {
  result?: Record<string, unknown> & { content?: { text: string }[]; mode?: string };
  error?: { code: number; message: string };
}

/** The runner within its frame. */
export class Runner {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  static async in({ page, view }: ShownApp): Promise<Runner> {
    await view.locator('#box').waitFor();
    const frame = page.frames().find((one) => one.parentFrame()?.parentFrame() === page.mainFrame());
    if (!frame) throw new Error('There is no app.');
    return new Runner(frame);
  }

  run<T>(expression: string): Promise<T> {
    return this.frame.evaluate(expression);
  }

  initialize(capabilities: object = {}): Promise<{
    hostCapabilities: Record<string, unknown>;
    hostContext: Record<string, unknown>;
    protocolVersion: string;
  }> {
    return this.run(`probe.initialize(${JSON.stringify(capabilities)})`);
  }

  request(method: string, params: object = {}): Promise<Answer> {
    return this.run(`probe.request(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  notify(method: string, params: object = {}): Promise<void> {
    return this.run(`probe.notify(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  methods(): Promise<string[]> {
    return this.run('probe.methods()');
  }

  /** The params of the first message of this method, once it has come. */
  async heard(method: string): Promise<Record<string, unknown>> {
    await eventually(() => this.methods()).toContain(method);
    return this.run(`probe.received.find((one) => one.method === ${JSON.stringify(method)}).params`);
  }
}
