import type { LogEntry } from '../../protocol/turn-log.ts';
import type { TurnEnding } from './turn-ending.ts';

/** The last that a run has to keep, with the end of its turn. */
export interface Closing {
  ending: TurnEnding;
  entry: LogEntry;
}

/** What is kept of one run of a turn. */
export interface RunRecord {
  /** What is to be kept with the end of the turn. Nothing is said any more until then. */
  closing(ending: TurnEnding): Promise<Closing>;
  /** It was kept with the end of its turn. */
  close(closing: Closing): void;
  /** The turn ended in another way than it was to, and nothing of this was kept with its end. */
  closeLate(ending: TurnEnding): Promise<void>;
}
