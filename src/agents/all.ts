import type { AgentType } from '../protocol/agent.ts';
import { http } from './http/index.ts';
import { muxi } from './muxi/index.ts';
import { openai } from './openai/index.ts';
import { script } from './script/index.ts';

/** The agent backends there are, by the word a formation writes after `agent.type`. */
export function allAgents(): ReadonlyMap<string, AgentType> {
  return new Map<string, AgentType>([
    [script.type, script as AgentType],
    [http.type, http as AgentType],
    [muxi.type, muxi as AgentType],
    [openai.type, openai as AgentType],
  ]);
}
