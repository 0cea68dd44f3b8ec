import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { startTestService, type TestService } from '../service.ts';

/** Speaks a little, and then works until its signal says stop. */
const drip: AgentType = {
  type: 'drip',
  settings: z.strictObject({}),
  create: () => ({
    async *run({ message, session }, { signal }) {
      if (message.startsWith('work')) {
        yield { type: 'text', delta: 'First things first.' };
        await sleep(60_000, undefined, { signal });
      }
      if (message.startsWith('slowly')) await sleep(300, undefined, { signal });
      if (message === 'where') yield { type: 'text', delta: session };
      else if (message === 'ask') {
        yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
      } else yield { type: 'text', delta: `re: ${message}` };
    },
  }),
};

let service: TestService | undefined;
afterEach(async () => {
  await service?.end();
  service = undefined;
});

/** Starts a service whose agent drips, by these rules for turns; it ends with the test. */
export async function start(rules: string, telegram = 'mode: polling'): Promise<TestService> {
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

/** Waits until a turn runs. */
export async function untilRuns(running: TestService): Promise<void> {
  await expect.poll(() => metric(running, 'footbridge_live_turns'), { timeout: 8_000, interval: 10 }).toBe(1);
}
