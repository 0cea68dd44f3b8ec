import type { TurnPart, TurnState } from './turn-state.ts';

/** What a frame says, in the words of no dialect. */
export type TurnChange =
  | { type: 'start'; facts: Pick<TurnState, 'sessionId' | 'startedAtMs' | 'supportedBlocks'> }
  | { type: 'text'; delta: string }
  /** New ones go to the end, in this order; one that is known by type and id is replaced where it stands. */
  | { type: 'parts'; parts: readonly Exclude<TurnPart, { type: 'text' }>[] }
  /** All that was shown of the turn does not count any more. */
  | { type: 'reset'; text: string }
  | { type: 'done' }
  | { type: 'error'; code: string; message: string };
