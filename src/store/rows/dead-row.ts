import type { DeadItem } from '../../protocol/dead-item.ts';

/** A dead turn or delivery as both SQL stores keep it. */
export interface DeadRow {
  id: string;
  turn_id: string;
  channel: string;
  conversation: string;
  attempt: number;
  reason: string | null;
  finished_at_ms: number;
}

export function deadItemOf(kind: DeadItem['kind'], row: DeadRow): DeadItem {
  return {
    kind,
    id: row.id,
    turnId: row.turn_id,
    channel: row.channel,
    conversation: row.conversation,
    attempt: row.attempt,
    reason: row.reason ?? '',
    diedAtMs: row.finished_at_ms,
  };
}
