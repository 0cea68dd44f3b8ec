import type { Seal } from '../callback/seal.ts';
import type { AgentTurn, SaidTurn } from '../protocol/agent-turn.ts';
import type { Envelope, UiLimits } from '../protocol/envelope.ts';
import { jsonOnce } from '../protocol/json-once.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import { compose, type Emitted, type Produced } from './compose/compose.ts';

/** Makes the envelope of an agent turn in one conversation. */
export type Compose = (
  agentTurn: SaidTurn,
  about: {
    conversation: string;
    /** false: nobody could answer, so no question is kept and no button made; the text still lists the choices. */
    canAsk: boolean;
    /** Whether the channel sends files as files. */
    sendsFiles: boolean;
    /** Whether the text is read as Markdown on its way; words that are put into it are written for that. */
    readsMarkdown: boolean;
    /** What was made of the turn's facts as they were told. Absent = nothing. */
    shown?: Produced;
    /** Whether its reader has the MUXI widgets themselves and what was shown to it, and no printer. Default false. */
    isUnprinted?: boolean;
    /** Whether the printer writes widgets where it writes. Default true. */
    printsUi?: boolean;
  },
) => Composed;

/** An envelope, and what of it is UI. That goes to the log once it is kept, and not before. */
export interface Composed extends Envelope {
  emitted: readonly Emitted[];
}

/** Binds what stays the same over all turns: producers, widget types, limits and the seal. */
export function createCompose(options: {
  produce: (turn: AgentTurn, mint: () => string) => Produced;
  widgetTypes: WidgetTypes;
  ui: { limits: UiLimits; widgets: boolean };
  seal: Seal;
}): Compose {
  const { produce, widgetTypes, ui, seal } = options;
  return (
    agentTurn,
    { conversation, canAsk, sendsFiles, readsMarkdown, shown, isUnprinted = false, printsUi = true },
  ) => {
    let emitted: readonly Emitted[] = [];
    const composed = compose(agentTurn, {
      produce: (turn) =>
        joined(
          produce(turn, () => seal.mint(conversation)),
          shown,
        ),
      isUnprinted,
      printsUi,
      widgetTypes,
      limits: ui.limits,
      widgetsEnabled: ui.widgets,
      sendsFiles,
      readsMarkdown,
      onEmitted: (widgets) => {
        emitted = widgets;
      },
    });
    const envelope = canAsk ? composed : withoutQuestions(composed, widgetTypes);
    const kept = new Set(envelope.widgets.map(({ id }) => id));
    return { ...envelope, emitted: [...emittedAlready(shown), ...emitted.filter(({ id }) => kept.has(id))] };
  };
}

/** What its reader had before the reply was there. */
function emittedAlready(shown: Produced | undefined): Emitted[] {
  const emitted: Emitted[] = [];
  for (const { widget, provenance, shownAs } of shown?.widgets ?? []) {
    if (!shownAs) continue;
    emitted.push({ id: widget.id, type: widget.type, provenance, bytes: Buffer.byteLength(jsonOnce(shownAs)) });
  }
  return emitted;
}

function joined(first: Produced, second: Produced | undefined): Produced {
  if (!second) return first;
  return {
    widgets: [...first.widgets, ...second.widgets],
    questions: [...first.questions, ...second.questions],
    notes: [...first.notes, ...second.notes],
    words: [...(first.words ?? []), ...(second.words ?? [])],
  };
}

/** Tells of UI that went out: each widget with who vouches for it. */
export function reportEmitted(
  { emitted }: Composed,
  { log, meter, turnId, conversation }: { log: Log; meter: Meter; turnId: string; conversation: string },
): void {
  for (const { type } of emitted) meter.widgetEmitted(type);
  if (emitted.length > 0) log.info({ turn_id: turnId, conversation, widgets: emitted }, 'ui.emitted');
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
