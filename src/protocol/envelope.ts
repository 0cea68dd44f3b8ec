import type { OutboundFile } from './file.ts';
import type { Note } from './notes.ts';
import type { Choice } from './question.ts';
import type { Widget } from './widget.ts';

/** A question that a producer asks; the conversation adds who was asked and until when. */
export interface AskedQuestion {
  widgetId: string;
  prompt: string;
  choices: readonly Choice[];
  multi: boolean;
}

/** A composed turn: complete text, widgets that passed the clamp, and the questions they ask. */
export interface Envelope {
  /** Carries everything: the agent's words, then numbered choices and link URLs that they do not already name. */
  text: string;
  widgets: readonly Widget[];
  questions: readonly AskedQuestion[];
  /** Files that go out as files, in order, and so are not named in the text. Absent = none. */
  files?: readonly OutboundFile[];
  notes: readonly Note[];
}

/** How much UI one envelope may carry. Sizes are bytes of compact UTF-8 JSON; equal passes. */
export interface UiLimits {
  /** Widgets in one envelope, all types together. */
  widgets: number;
  widgetBytes: number;
  resourceBytes: number;
  totalWidgetBytes: number;
  totalResourceBytes: number;
  envelopeBytes: number;
  totalEnvelopeBytes: number;
}

/** The limits of the MUXI response widgets document; those of envelopes are ours, as `agent-ui@1` names none. */
export const DEFAULT_UI_LIMITS: UiLimits = {
  widgets: 8,
  widgetBytes: 4096,
  resourceBytes: 65_536,
  totalWidgetBytes: 16_384,
  totalResourceBytes: 131_072,
  envelopeBytes: 1_048_576,
  totalEnvelopeBytes: 4_194_304,
};
