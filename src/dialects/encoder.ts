import type { LogPosition } from '../protocol/turn-log.ts';
import type { TurnStep } from '../protocol/turn-step.ts';
import type { BlockSupport } from '../protocol/ui/ui-block.ts';

/** Writes a turn as one dialect has it, for one stream. */
export interface Encoder {
  /** The frames that every stream begins with, for a reader that is at this place. */
  head(at: LogPosition | undefined): string[];
  /** A step as frames; none for what the dialect has no words for. */
  frames(step: TurnStep): string[];
}

/** The stream that is written. */
export interface StreamAbout {
  turnId: string;
  sessionId: string;
  /** Kinds of blocks that were negotiated for this stream. Absent = none were. */
  blocks?: readonly BlockSupport[] | undefined;
  nowMs: number;
}
