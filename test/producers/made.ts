import type { ProduceDeps } from '../../src/producers/produce.ts';
import { produce } from '../../src/producers/produce.ts';
import type { AgentTurn } from '../../src/protocol/agent-turn.ts';

/** What the producers make of a turn, with ids `ui_1`, `ui_2`, … */
export function made(turn: Partial<AgentTurn>, links: ProduceDeps['links'] = new Map()) {
  let minted = 0;
  const produced = produce({ text: '', ...turn }, { links, mint: () => `ui_${++minted}` });
  return {
    ...produced,
    widgets: produced.widgets.map(({ widget }) => widget as { [field: string]: unknown; type: string; id: string }),
    provenances: produced.widgets.map(({ provenance }) => provenance),
    codes: produced.notes.map(({ code }) => code),
  };
}
