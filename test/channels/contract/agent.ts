import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import type { Turn } from '../../../src/protocol/turn.ts';

export const REGIONS = [
  { value: 'us-1', label: 'United States' },
  { value: 'eu-1', label: 'Europe' },
  { value: 'ap-1', label: 'Asia' },
];

/** 1,200 words of 8 characters with their space. */
export const LONG_TEXT = Array.from({ length: 1_200 }, (_, at) => `word${String(at).padStart(3, '0')}`).join(' ');

/** An agent that does what the suite needs, and notes what it was asked. `confirms`: it says what was chosen. */
export function contractAgent({ confirms = true } = {}): { type: AgentType; turns: Turn[] } {
  const turns: Turn[] = [];
  const type: AgentType = {
    type: 'contract',
    settings: z.looseObject({}),
    create: () => ({
      async *run(turn) {
        turns.push(turn);
        const { message, uiResponse } = turn;
        if (uiResponse) {
          if (!confirms) return;
          yield { type: 'text', delta: `Chosen ${JSON.stringify(uiResponse.value)}.` };
        } else if (message.includes('regions')) {
          yield { type: 'text', delta: 'Which regions?' };
          yield { type: 'clarification', prompt: 'Which regions?', choices: REGIONS, multi: true };
        } else if (message.includes('region')) {
          yield { type: 'text', delta: 'Which region?' };
          yield { type: 'clarification', prompt: 'Which region?', choices: REGIONS };
        } else if (message.includes('account')) {
          yield { type: 'text', delta: 'I need your account.' };
          yield { type: 'credential_redirect', service: 'github' };
        } else if (message.includes('long')) {
          yield { type: 'text', delta: LONG_TEXT };
        } else if (!message.includes('nothing')) {
          yield { type: 'text', delta: `You said: ${message}` };
        }
      },
    }),
  };
  return { type, turns };
}
