import type { AskedQuestion } from './envelope.ts';
import type { Note } from './notes.ts';
import type { Provenance, Widget } from './widget.ts';

/** A widget with who vouches for it. */
export interface ProducedWidget {
  widget: Widget;
  provenance: Provenance;
  /** The block or envelope that the reader was shown as it was made, so the reply need not show it again. */
  shownAs?: object;
  /**
   * Tells the widgets of the same turn that it is another form of. A channel prints this one alone; a web client has
   * the other, and is told of this one only where the other was left out.
   */
  insteadOf?: (other: Widget) => boolean;
}

/** What was made of an agent's facts, before any size limit. */
export interface Produced {
  widgets: ProducedWidget[];
  /** With or without a widget of the same id. A question without choices only lends its prompt to the text. */
  questions: AskedQuestion[];
  notes: Note[];
  /** Plain words that are said behind the text, unless it says them already: of what could not be shown. Absent = none. */
  words?: string[];
}
