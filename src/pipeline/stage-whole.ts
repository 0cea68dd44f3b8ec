import type { AgentTurn } from '../protocol/agent-turn.ts';
import { eventsOf } from '../protocol/events-of.ts';
import type { Produced } from '../protocol/produced.ts';
import type { CreateStage, StageRequest } from '../protocol/ui/ui-stage.ts';

/** Stages a turn that came as a whole, and that nobody follows. */
export async function stageWhole(
  turn: AgentTurn,
  about: Pick<StageRequest, 'turnId' | 'run' | 'channel' | 'conversation' | 'isPreview'>,
  { createStage }: { createStage: CreateStage },
): Promise<Produced> {
  const stage = createStage({ ...about, personId: undefined, client: undefined, hasText: () => turn.text !== '' });
  for (const event of eventsOf(turn)) {
    if (event.type !== 'text' && event.type !== 'error') await stage.hear(event);
  }
  return stage.end();
}
