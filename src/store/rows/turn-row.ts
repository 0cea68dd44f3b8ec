import type { TurnWork } from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';

/** A turn that is to be claimed, as both SQL stores keep it. */
export interface TurnRow {
  turn_id: string;
  attempt: number;
  channel: string;
  conversation: string;
  raw: string;
  received_at_ms: number;
  generation: number;
  response: string | null;
}

/** The turn as it is once it was claimed, under this epoch. */
export function turnWorkOf(row: TurnRow, epoch: number): TurnWork {
  const work: TurnWork = {
    turnId: row.turn_id,
    epoch,
    attempt: row.attempt + 1,
    channel: row.channel,
    conversation: row.conversation,
    raw: row.raw,
    receivedAtMs: row.received_at_ms,
    generation: row.generation,
  };
  if (row.response !== null) work.response = JSON.parse(row.response) as UiResponse;
  return work;
}
