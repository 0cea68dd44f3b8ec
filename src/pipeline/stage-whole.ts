import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import type { CreateStage, StageRequest } from '../protocol/ui/ui-stage.ts';

/** Stages a turn that came as a whole, and that nobody follows. */
export async function stageWhole(
  turn: AgentTurn,
  about: Pick<StageRequest, 'turnId' | 'run' | 'channel' | 'conversation' | 'isPreview'>,
  { createStage }: { createStage: CreateStage },
): Promise<Produced> {
  const stage = createStage({ ...about, personId: undefined, client: undefined, hasText: () => turn.text !== '' });
  for (const call of turn.tool_calls ?? []) await stage.hear({ type: 'tool_call', ...call });
  for (const result of turn.tool_results ?? []) await stage.hear({ type: 'tool_result', ...result });
  for (const result of turn.mcp_results ?? []) await stage.hear({ type: 'mcp_result', ...result });
  for (const block of turn.blocks ?? []) await stage.hear({ type: 'block', ...block });
  return stage.end();
}
