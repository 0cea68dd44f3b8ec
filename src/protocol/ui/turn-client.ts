import type { BlockSupport } from './ui-block.ts';

/** The published dialects in which a web client can follow a turn. */
export const DIALECTS = ['muxi', 'ubp', 'agent-ui'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** What the web client that asked can show by itself. A platform's message has none: what it can show is its printer's. */
export interface TurnClient {
  dialect: Dialect;
  /** Kinds of blocks that this stream may carry, in the client's order. Absent = none were negotiated. */
  blocks?: readonly BlockSupport[] | undefined;
}
