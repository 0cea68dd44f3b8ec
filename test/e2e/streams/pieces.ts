import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';

const gates = new Map<string, () => void>();
/** The messages that the agent was asked, a line for each run. */
export const runs: string[] = [];

/** Lets the agent say the next piece of this message. */
export function next(message: string): boolean {
  const open = gates.get(message);
  gates.delete(message);
  open?.();
  return open !== undefined;
}

/** Says a message back in pieces; one that begins with `held` piece by piece, as it is let go on. */
export const pieces: AgentType = {
  type: 'pieces',
  settings: z.strictObject({}),
  create: () => ({
    async *run({ message }, { signal }) {
      runs.push(message);
      for (const piece of message.match(/[\s\S]{1,6}/gu) ?? []) {
        yield { type: 'text', delta: piece };
        if (!message.startsWith('held')) continue;
        await new Promise<void>((resolve) => {
          gates.set(message, resolve);
          signal.addEventListener('abort', () => resolve());
        });
        if (signal.aborted) return;
      }
      if (message.includes('?')) yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Jä' }] };
    },
  }),
};
