import type { z } from 'zod';
import type { Affordance } from './affordance.ts';
import type { Choice } from './question.ts';
import type { Dialect } from './ui/turn-client.ts';

/** A widget on the wire. The set of types is open; every one has a `type` word and a minted `id`. */
export interface Widget {
  readonly type: string;
  readonly id: string;
}

/** Who vouches for a widget. Goes to the log, never onto the wire. */
export const PROVENANCES = [
  'formation_config',
  'tool_result',
  'trigger_payload',
  'clarification',
  'mcp_server',
  'recommender',
  'runtime',
] as const;

export type Provenance = (typeof PROVENANCES)[number];

/** Which size budget of the envelope a widget is charged to. */
export type Ledger = 'standard' | 'resource' | 'envelope';

/** A widget type: one folder that names no channel. */
export interface WidgetType<W extends Widget = Widget> {
  readonly type: W['type'];
  /** Accepts a widget as it travels; unknown extra fields pass. */
  readonly schema: z.ZodType<W>;
  readonly ledger: Ledger;
  /** The dialect that has something of its own for it. Absent: it travels among the MUXI response widgets. */
  readonly dialect?: Exclude<Dialect, 'muxi'>;
  /** What it offers, in affordances. Never empty. */
  lower(widget: W): Affordance[];
  /** The whole widget in words, complete on its own. */
  fallback(widget: W): string;
  /** The question it asks, when a press of it is an answer. */
  question?(widget: W): { prompt: string; choices: readonly Choice[]; multi: boolean };
  /** A typical widget, for goldens and previews. */
  readonly sample: W;
}

/** Widget types by their `type` word. */
export type WidgetTypes = ReadonlyMap<string, WidgetType>;
