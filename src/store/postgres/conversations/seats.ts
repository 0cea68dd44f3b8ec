import type { Seat } from '../../../protocol/person-data.ts';
import type { Address } from '../../../protocol/turn.ts';
import { MAX_SEATS } from '../../limits.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';

const SEE: Statement = {
  name: 'seat.see',
  text: `
    insert into seat (user_id, channel, conversation, last_seen_ms, address)
    select user_id, channel, conversation, last_seen_ms, address
    from json_to_recordset($1) as row
      (user_id text, channel text, conversation text, last_seen_ms bigint, address text)
    order by user_id, channel, conversation
    on conflict (user_id, channel, conversation) do update set
      last_seen_ms = greatest(seat.last_seen_ms, excluded.last_seen_ms), address = excluded.address`,
};
const TRIM: Statement = {
  name: 'seat.trim',
  text: `
    delete from seat using (
      select user_id, channel, conversation,
        row_number() over (partition by user_id order by last_seen_ms desc) as number
      from seat where user_id = any($1::text[])) as old
    where old.number > ${MAX_SEATS} and seat.user_id = old.user_id and seat.channel = old.channel
      and seat.conversation = old.conversation`,
};
const LATEST: Statement = {
  name: 'seat.latest',
  text: 'select channel, conversation, last_seen_ms, address from seat where user_id = $1 order by last_seen_ms desc',
};
const TAKE: Statement = {
  name: 'seat.take',
  text: `
    delete from seat where conversation = $1 returning user_id, channel, last_seen_ms, address`,
};

/** Where a person was seen. */
export interface SeenSeat {
  userId: string;
  channel: string;
  conversation: string;
  address: Address;
  seenMs: number;
}

/** A seat as `latestSeats` gives it. */
export interface SeatRow {
  channel: string;
  conversation: string;
  last_seen_ms: number;
  address: string;
}

/** Keeps where people were seen. Of several times in one place the latest counts, at the address used last. */
export function seatWrites(seen: readonly SeenSeat[]): Query[] {
  if (seen.length === 0) return [];
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  for (const seat of seen) {
    const key = JSON.stringify([seat.userId, seat.channel, seat.conversation]);
    const lastSeenMs = Math.max(seat.seenMs, rows.get(key)?.last_seen_ms ?? seat.seenMs);
    rows.set(key, { ...rowOf(seat), last_seen_ms: lastSeenMs });
  }
  const users = new Set(seen.map(({ userId }) => userId));
  return [bindRows(SEE, [...rows.values()]), bind(TRIM, [...users])];
}

export function latestSeats(userId: string): Query {
  return bind(LATEST, userId);
}

/** Takes the seats of a conversation out, to be kept under its new name. */
export function takeSeats(conversation: string): Query {
  return bind(TAKE, conversation);
}

/** A seat as `takeSeats` gives it. */
export interface TakenSeatRow extends Omit<SeatRow, 'conversation'> {
  user_id: string;
}

/** A taken seat, under the conversation's new name. */
export function movedSeat(row: TakenSeatRow, conversation: string): SeenSeat {
  const { user_id: userId, channel, last_seen_ms: seenMs } = row;
  return { userId, channel, conversation, seenMs, address: JSON.parse(row.address) as Address };
}

export function seatOf(row: SeatRow): Seat {
  return {
    channel: row.channel,
    conversation: row.conversation,
    address: JSON.parse(row.address) as Address,
    lastSeenMs: row.last_seen_ms,
  };
}

function rowOf({ userId, channel, conversation, address, seenMs }: SeenSeat) {
  return { user_id: userId, channel, conversation, last_seen_ms: seenMs, address: JSON.stringify(address) };
}
