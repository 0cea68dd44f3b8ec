import type { LoggedEvent, LoggedTurn } from '../../protocol/turn-log.ts';
import type { TurnState } from '../../protocol/turn-state.ts';

/** A turn of a conversation as both SQL stores give it. */
export interface HistoryRow {
  seq: number;
  /** Tells the order in the conversation. */
  place: number;
  turn_id: string;
  received_at_ms: number;
  generation: number;
  /** `joined` runs with another one. */
  state: TurnState | 'joined';
}

export function loggedTurnOf(row: HistoryRow, log: { run: number; events: readonly LoggedEvent[] }): LoggedTurn {
  const { turn_id: turnId, received_at_ms: receivedAtMs, generation } = row;
  return { turnId, receivedAtMs, generation, state: row.state === 'joined' ? 'running' : row.state, ...log };
}
