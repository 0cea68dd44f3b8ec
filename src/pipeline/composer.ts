import type { Seal } from '../callback/seal.ts';
import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Envelope, UiLimits } from '../protocol/envelope.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import { compose, type Emitted, type Produced } from './compose/compose.ts';

/** Makes the envelope of an agent turn in one conversation. */
export type Compose = (
  agentTurn: AgentTurn,
  about: {
    conversation: string;
    turnId: string;
    /** false: nobody could answer, so no question is kept and no button made; the text still lists the choices. */
    canAsk: boolean;
    /** Whether the channel sends files as files. */
    sendsFiles: boolean;
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
  return (agentTurn, { conversation, turnId, canAsk, sendsFiles }) => {
    let emitted: readonly Emitted[] = [];
    const composed = compose(agentTurn, {
      produce: (turn) => produce(turn, () => seal.mint(conversation)),
      widgetTypes,
      limits: ui.limits,
      widgetsEnabled: ui.widgets,
      sendsFiles,
      onEmitted: (widgets) => {
        emitted = widgets;
      },
    });
    const envelope = canAsk ? composed : withoutQuestions(composed, widgetTypes);
    const isKept = new Set(envelope.widgets.map(({ id }) => id));
    emitted = emitted.filter(({ id }) => isKept.has(id));
    for (const { type } of emitted) meter.widgetEmitted(type);
    if (emitted.length > 0) log.info({ turn_id: turnId, conversation, widgets: emitted }, 'ui.emitted');
    return envelope;
  };
}

function withoutQuestions(envelope: Envelope, widgetTypes: WidgetTypes): Envelope {
  if (envelope.questions.length === 0) return envelope;
  return {
    ...envelope,
    widgets: envelope.widgets.filter(({ type }) => !widgetTypes.get(type)?.question),
    questions: [],
    notes: [
      ...envelope.notes,
      { code: 'no_asker', message: 'Nobody in particular was asked, so the choices are text without buttons.' },
    ],
  };
}
