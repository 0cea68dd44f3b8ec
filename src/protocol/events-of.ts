import type { AgentEvent } from './agent.ts';
import type { AgentTurn } from './agent-turn.ts';

/** A finished agent turn as the events that an agent would have sent, text first. */
export function* eventsOf(turn: AgentTurn): Generator<AgentEvent> {
  if (turn.text !== '') yield { type: 'text', delta: turn.text };
  for (const call of turn.tool_calls ?? []) yield { type: 'tool_call', ...call };
  for (const result of turn.tool_results ?? []) yield { type: 'tool_result', ...result };
  for (const result of turn.mcp_results ?? []) yield { type: 'mcp_result', ...result };
  if (turn.clarification) yield { type: 'clarification', ...turn.clarification };
  if (turn.credential_choice) yield { type: 'credential_choice', ...turn.credential_choice };
  if (turn.credential_redirect) yield { type: 'credential_redirect', ...turn.credential_redirect };
  for (const block of turn.blocks ?? []) yield { type: 'block', ...block };
  for (const file of turn.files ?? []) yield { type: 'file', ...file };
}
