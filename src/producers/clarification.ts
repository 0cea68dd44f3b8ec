import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import { ask } from './ask.ts';

/** The question an agent asks before it goes on. */
export function askClarification({ clarification }: AgentTurn, mint: () => string, into: Produced): void {
  if (!clarification) return;
  const { prompt, choices, multi = false } = clarification;
  ask({ source: 'the clarification', prompt, choices, multi }, mint, into);
}
