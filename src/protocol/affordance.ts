import type { MapPoint } from './map-point.ts';

/**
 * What a widget offers a person, in words that every channel can print. The union is closed on purpose:
 * widget types lower to it, channels print it, and neither knows the other.
 */
export type Affordance =
  | ChoiceAffordance
  | LinkAffordance
  | PrefillAffordance
  | ImageAffordance
  | TableAffordance
  | OpenAffordance
  | NoteAffordance;

/** Pick one, or several when `multi`. A pick comes back as `<widgetId>#<index>`. */
export interface ChoiceAffordance {
  type: 'choice';
  widgetId: string;
  prompt: string;
  options: readonly { label: string; index: number }[];
  multi: boolean;
  /**
   * With `multi`, in the language of whoever is asked: what a button says that sends the picks, where a channel has one.
   * Whoever prints adds it; a widget type does not know the person.
   */
  submitLabel?: string;
}

/** Opens a URL that a producer vouched for. */
export interface LinkAffordance {
  type: 'link';
  widgetId: string;
  label: string;
  url: string;
  hint?: string;
}

/** Puts a command into the person's composer, or into a form that they may send. It never sends it by itself. */
export interface PrefillAffordance {
  type: 'prefill';
  widgetId: string;
  label: string;
  command: string;
  hint?: string;
}

/** A picture, drawn only when a channel asks for it. */
export interface ImageAffordance {
  type: 'image';
  widgetId: string;
  png: () => Promise<Uint8Array>;
  alt: string;
}

export interface TableAffordance {
  type: 'table';
  widgetId: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Opens a page of ours, behind a signed link. */
export interface OpenAffordance {
  type: 'open';
  widgetId: string;
  label: string;
  /** It may be one that this machine alone reaches. */
  url: string;
}

/** Words for those who cannot see the rest. */
export interface NoteAffordance {
  type: 'note';
  widgetId: string;
  text: string;
  /** The one place on the map that the words are about. One that is nowhere on it is left out. */
  point?: MapPoint;
}
