import type { Seal } from '../callback/seal.ts';
import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Envelope, UiLimits } from '../protocol/envelope.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import { compose, type Produced } from './compose/compose.ts';

/** Makes the envelope of an agent turn in one conversation. */
export type Compose = (
  agentTurn: AgentTurn,
  about: {
    conversation: string;
    turnId: string;
    /** false: nobody could answer, so no question is kept and no button made; the text still lists the choices. */
    canAsk: boolean;
  },
) => Envelope;

/** Binds what stays the same over all turns: producers, widget types, limits, the seal, log and meter. */
export function createCompose(options: {
  produce: (turn: AgentTurn, mint: () => string) => Produced;
  widgetTypes: WidgetTypes;
  ui: { limits: UiLimits; widgets: boolean };
  seal: Seal;
  log: Log;
  meter: Meter;
}): Compose {
  const { produce, widgetTypes, ui, seal, log, meter } = options;
  return (agentTurn, { conversation, turnId, canAsk }) =>
    compose(agentTurn, {
      produce: (turn) => {
        const produced = produce(turn, () => seal.mint(conversation));
        return canAsk ? produced : withoutQuestions(produced, widgetTypes);
      },
      widgetTypes,
      limits: ui.limits,
      widgetsEnabled: ui.widgets,
      onEmitted(widgets) {
        for (const { type } of widgets) meter.widgetEmitted(type);
        if (widgets.length > 0) log.info({ turn_id: turnId, conversation, widgets }, 'ui.emitted');
      },
    });
}
