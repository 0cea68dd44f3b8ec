import type { Seat } from '../../protocol/person-data.ts';
import type { Address } from '../../protocol/turn.ts';
import { MAX_SEATS } from '../limits.ts';
import type { Driver } from './driver.ts';

const SEE = `
  update seat set last_seen_ms = max(last_seen_ms, ?), address = ?
  where user_id = ? and channel = ? and conversation = ?`;
const KEEP = 'insert into seat (last_seen_ms, address, user_id, channel, conversation) values (?, ?, ?, ?, ?)';
const TRIM = `
  delete from seat where user_id = ? and (channel, conversation) in (
    select channel, conversation from seat where user_id = ? order by last_seen_ms desc limit -1 offset ${MAX_SEATS})`;
const LATEST = `
  select user_id, channel, conversation, last_seen_ms, address from seat where user_id = ? order by last_seen_ms desc`;
const TAKE = `
  delete from seat where conversation = ? returning user_id, channel, conversation, last_seen_ms, address`;
const FORGET = 'delete from seat where user_id = ? and channel = ?';

interface Row {
  user_id: string;
  channel: string;
  conversation: string;
  last_seen_ms: number;
  address: string;
}

export type Seats = ReturnType<typeof prepareSeats>;

export function prepareSeats(driver: Driver) {
  const see = driver.prepare(SEE);
  const keep = driver.prepare(KEEP);
  const trim = driver.prepare(TRIM);
  const latest = driver.prepare<Row>(LATEST);
  const take = driver.prepare<Row>(TAKE);
  const forget = driver.prepare(FORGET);
  const upsert = (row: Row): void => {
    const values = [row.last_seen_ms, row.address, row.user_id, row.channel, row.conversation];
    if (see.run(...values) > 0) return;
    keep.run(...values);
    trim.run(row.user_id, row.user_id);
  };
  return {
    see(seat: { userId: string; channel: string; conversation: string; address: Address; seenMs: number }): void {
      upsert({
        user_id: seat.userId,
        channel: seat.channel,
        conversation: seat.conversation,
        last_seen_ms: seat.seenMs,
        address: JSON.stringify(seat.address),
      });
    },

    latest: (userId: string): Seat[] =>
      latest.all(userId).map((row) => ({
        channel: row.channel,
        conversation: row.conversation,
        address: JSON.parse(row.address) as Address,
        lastSeenMs: row.last_seen_ms,
      })),

    /** Gives how many there were. */
    forget: (userId: string, channel: string): number => forget.run(userId, channel),

    rename(from: string, to: string): void {
      for (const seat of take.all(from)) upsert({ ...seat, conversation: to });
    },
  };
}
