import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { startTestService, type TestService } from '../service.ts';

let gate: Promise<void> = Promise.resolve();
let openGate = () => {};

/** Lets the agent answer what begins with `slowly`. */
export function letGo(): void {
  openGate();
}

const DOCS = {
  namespace: 'minara',
  block_type: 'feature_recommendation',
  version: '1.0.0',
  data: { items: [{ id: 'docs', label: 'Docs', action: { kind: 'external', url: 'https://minara.ai/docs' } }] },
};

/** Speaks a little and works until its signal says stop; or waits to be let go. */
const drip: AgentType = {
  type: 'drip',
  settings: z.strictObject({}),
  create: () => ({
    async *run({ message, session }, { signal }) {
      if (message.startsWith('work')) {
        yield { type: 'text', delta: 'First things first.' };
        await sleep(60_000, undefined, { signal });
      }
      if (message.startsWith('slowly')) await gate;
      if (message.startsWith('docs')) yield { type: 'block', ...DOCS };
      if (message === 'where') yield { type: 'text', delta: session };
      else if (message === 'ask') {
        yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
      } else yield { type: 'text', delta: `re: ${message}` };
    },
  }),
};

let service: TestService | undefined;
afterEach(async () => {
  letGo();
  await service?.end();
  service = undefined;
});

/** Starts a service whose agent drips, by these rules for turns; it ends with the test. */
export async function start(rules: string, telegram = 'mode: polling'): Promise<TestService> {
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
  const agent = 'agent: { type: drip }\n';
  const channels = 'channels:\n  telegram: { token: "1:test", api_root: API_ROOT, TELEGRAM }\n'.replace(
    'TELEGRAM',
    telegram,
  );
  service = await startTestService({
    formation: `description: I work.\nturns: ${rules}\n${agent}${channels}`,
    agents: [drip],
  });
  return service;
}

/** One figure of `/metrics`, by its whole name. */
export async function metric({ url }: TestService, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

/** Waits until one turn runs, and until so many wait. */
export async function untilRuns(running: TestService, waiting = 0): Promise<void> {
  const busy = async () => ({
    live: await metric(running, 'footbridge_live_turns'),
    waiting: await metric(running, 'footbridge_waiting_turns'),
  });
  await expect.poll(busy, { timeout: 15_000, interval: 10 }).toEqual({ live: 1, waiting });
}
