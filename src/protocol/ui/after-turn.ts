import type { TurnClient } from './turn-client.ts';
import type { UiStage } from './ui-stage.ts';

/** A turn whose agent has said all, before anybody is told that it ended. */
export interface SpokenTurn {
  turnId: string;
  client: TurnClient | undefined;
  /** What the person said. */
  message: string;
  /** What is said to it: all of it is told before this is given. */
  readonly reply: string;
  stage: Pick<UiStage, 'offers' | 'show' | 'blocksShown'>;
  /** Aborted when the turn is given up or stopped. */
  signal: AbortSignal;
}

/** Adds something to a turn that ended well. The end waits for it, so how long that takes is its own to bound. */
export type AfterTurn = (turn: SpokenTurn) => Promise<void>;
