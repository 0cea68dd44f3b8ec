import type { Affordance } from '../../protocol/affordance.ts';
import type { AgentFile, AgentTurn, SaidTurn } from '../../protocol/agent-turn.ts';
import type { Envelope, UiLimits } from '../../protocol/envelope.ts';
import { markdownText } from '../../protocol/markdown-text.ts';
import type { Note } from '../../protocol/notes.ts';
import type { Produced, ProducedWidget } from '../../protocol/produced.ts';
import type { Provenance, Widget, WidgetType, WidgetTypes } from '../../protocol/widget.ts';
import { clamp } from './clamp.ts';
import { completeText } from './complete-text.ts';
import { readGiven } from './given.ts';
import { partsInWords } from './in-words.ts';
import { sortFiles } from './outgoing-files.ts';

export type { Produced };

/** A widget that went out, for the log and the metrics. */
export interface Emitted {
  id: string;
  type: string;
  provenance: Provenance;
  bytes: number;
}

export interface ComposeDeps {
  widgetTypes: WidgetTypes;
  limits: UiLimits;
  /** false: no widget goes out and the text says it all. Default true. */
  widgetsEnabled?: boolean;
  /** Whether the channel sends files. Default false: the text names them. */
  sendsFiles?: boolean;
  /** Whether the text is read as Markdown later, so that words put into it must not become markup. Default false. */
  readsMarkdown?: boolean;
  /**
   * Whether no printer writes it. Its reader shows the MUXI widgets by itself; what has a place in another dialect only,
   * and was not shown there, is said in words. Default false: the channel's printer shows whatever there is.
   */
  isUnprinted?: boolean;
  /** false: there is a printer, but its template takes text alone. What nobody prints is said in words. Default true. */
  printsUi?: boolean;
  /** Called once with the widgets that passed the clamp, when any did. */
  onEmitted?: (emitted: readonly Emitted[]) => void;
}

/**
 * Makes the envelope of an agent turn: widgets within the limits, and a text that says everything without them.
 * A question outlives its widget: what is too large for one is still asked in the text.
 */
export function compose(agentTurn: SaidTurn, deps: ComposeDeps & { produce: (turn: AgentTurn) => Produced }): Envelope {
  const { ui, text, files } = agentTurn;
  const produced = deps.produce(agentTurn);
  if (ui === undefined) return envelopeOf(text, files, produced, deps);
  const given = readGiven(ui, deps.widgetTypes);
  const both = {
    widgets: [...produced.widgets, ...given.widgets],
    questions: [...produced.questions, ...given.questions],
    notes: [...produced.notes, ...given.notes],
    ...(produced.words && { words: produced.words }),
  };
  return envelopeOf(text, files, both, deps);
}

/** The same for widgets that came ready-made. Unknown types are ignored, invalid widgets dropped, each with a note. */
export function composeGiven(text: string, widgets: unknown, deps: ComposeDeps): Envelope {
  return envelopeOf(text, undefined, readGiven(widgets, deps.widgetTypes), deps);
}

function envelopeOf(
  text: string,
  given: readonly AgentFile[] | undefined,
  produced: Produced,
  deps: ComposeDeps,
): Envelope {
  const notes = [...produced.notes];
  const unshown = produced.widgets.filter(({ shownAs }) => !shownAs);
  const all = lowerAll(deps.isUnprinted ? unshown : withoutOtherForms(unshown), deps.widgetTypes, notes);
  const lowered = deps.isUnprinted ? all.filter(({ type }) => type.dialect === undefined) : all;
  const inWords = deps.isUnprinted ? all.filter(({ type }) => type.dialect !== undefined) : [];
  const { questions } = produced;
  const affordances = lowered.flatMap((entry) => entry.affordances);
  const parts = partsInWords({ affordances, questions });
  const files = given && sortFiles(given, deps.sendsFiles ?? false);
  if (files) {
    parts.references.push(...files.named);
    notes.push(...files.notes);
  }
  const write = deps.readsMarkdown ? markdownText : asWritten;
  let complete = completeText(text, parts, write);
  const widgets = withinLimits(lowered, deps, notes);
  const isTextAlone = !deps.isUnprinted && deps.printsUi === false;
  if (isBlank(complete)) {
    const silent = lowered.filter((entry) => deps.isUnprinted || isTextAlone || !isPrintedOtherwise(entry, widgets));
    if (silent.length > 0) complete = silent.map(({ type, widget }) => write(type.fallback(widget))).join('\n\n');
  }
  const elsewhere = inWords.filter(({ insteadOf }) => !insteadOf || !widgets.some(insteadOf));
  // What a text names by itself, choices and links, stands in it already.
  const unsaid = lowered.filter((entry) => entry.affordances.every(isWritten));
  const unprinted = [...elsewhere, ...unsaid.filter((entry) => isTextAlone || isDropped(entry, widgets))];
  const words = unprinted.map(({ type, widget }) => type.fallback(widget));
  complete = withWords(complete, [...words, ...(produced.words ?? [])].map(write));
  const asked = questions.filter(({ choices }) => choices.length > 0);
  if (!files || files.sent.length === 0) return { text: complete, widgets, questions: asked, notes };
  return { text: complete, widgets, questions: asked, files: files.sent, notes };
}

/** Without the widgets that another one stands for. */
function withoutOtherForms(widgets: readonly ProducedWidget[]): readonly ProducedWidget[] {
  const forms = widgets.flatMap(({ insteadOf }) => insteadOf ?? []);
  return forms.length === 0 ? widgets : widgets.filter(({ widget }) => !forms.some((isIt) => isIt(widget)));
}

/** The text with these words behind it, each once, unless it says them already. */
function withWords(text: string, words: readonly string[]): string {
  const unsaid = [...new Set(words)].filter((said) => !text.includes(said));
  if (unsaid.length === 0) return text;
  const before = text.trimEnd();
  return [...(before === '' ? [] : [before]), ...unsaid].join('\n\n');
}

/** Whether a printer writes out a widget in other words than these would be, so that it would be said twice. */
function isPrintedOtherwise({ type, widget, affordances }: Lowered, widgets: readonly Widget[]): boolean {
  const written = affordances.filter(isWritten);
  if (written.length === 0 || !widgets.includes(widget)) return false;
  const words = type.fallback(widget);
  return !written.some((affordance) => affordance.type === 'note' && affordance.text === words);
}

/** What a printer writes out of it where the text does not. */
function isWritten({ type }: Affordance): boolean {
  return type === 'note' || type === 'table' || type === 'image';
}

/** Whether a widget of another dialect did not fit. */
function isDropped({ type, widget }: Lowered, widgets: readonly Widget[]): boolean {
  return type.dialect !== undefined && !widgets.includes(widget);
}

interface Lowered extends ProducedWidget {
  type: WidgetType;
  ledger: WidgetType['ledger'];
  affordances: Affordance[];
}

function lowerAll(widgets: readonly ProducedWidget[], widgetTypes: WidgetTypes, notes: Note[]): Lowered[] {
  const lowered: Lowered[] = [];
  for (const produced of widgets) {
    const { widget } = produced;
    const type = widgetTypes.get(widget.type);
    if (!type) {
      const message = `Widget type '${widget.type}' is not registered, so the widget was left out.`;
      notes.push({ code: 'widget_unknown', widgetId: widget.id, message });
      continue;
    }
    lowered.push({ ...produced, type, ledger: type.ledger, affordances: type.lower(widget) });
  }
  return lowered;
}

function withinLimits(lowered: readonly Lowered[], deps: ComposeDeps, notes: Note[]): Envelope['widgets'] {
  if (lowered.length === 0) return [];
  if (deps.widgetsEnabled === false) {
    notes.push({ code: 'ui_switched_off', message: 'Widgets are switched off: they go as text only.' });
    return [];
  }
  const { kept, notes: dropped } = clamp(lowered, deps.limits);
  notes.push(...dropped);
  if (kept.length > 0) {
    deps.onEmitted?.(
      kept.map(({ entry: { widget, provenance }, bytes }) => ({ id: widget.id, type: widget.type, provenance, bytes })),
    );
  }
  return kept.map(({ entry }) => entry.widget);
}

function asWritten(words: string): string {
  return words;
}

const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
