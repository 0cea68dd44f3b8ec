import type { JoinedTurn, TurnFinish } from '../../protocol/store.ts';
import { turnClaimLost } from '../faults.ts';
import type { Driver } from './driver.ts';
import type { Lanes } from './lanes.ts';

/** A column for what a statement returns of a turn. It costs a look into an index that is nearly always empty. */
export const HAS_JOINED = 'exists (select 1 from turn as other where other.joined_to = turn.seq) as has_joined';

const ANY = 'select min(joined_to) as seq from turn where joined_to > 0';
const HELD = `
  select seq, conversation, person_id from turn where turn_id = ? and epoch = ? and state = 'running'`;
const JOIN = `
  update turn set state = 'joined', joined_to = ?
  where conversation = ? and finished_at_ms is null and seq > ? and state = 'waiting' and seq < coalesce((
    select min(answer.seq) from turn as answer
    where answer.conversation = ? and answer.finished_at_ms is null and answer.seq > ? and answer.state = 'waiting'
      and (answer.response is not null or answer.person_id is not ?)), ${Number.MAX_SAFE_INTEGER})`;
const JOINED = 'select turn_id, raw from turn where joined_to = ? order by seq';
const END_DONE = `
  update turn set state = 'done', reason = ?, finished_at_ms = ?, joined_to = null, raw = null where joined_to = ?`;
const END_DEAD = `
  update turn set state = 'dead', reason = ?, finished_at_ms = ?, joined_to = null where joined_to = ?`;
const PART = `
  update turn set state = 'waiting', joined_to = null where joined_to = ? returning seq, conversation, channel`;

export type JoinedTurns = ReturnType<typeof prepareJoinedTurns>;

/** Messages that run with the turn before them. They stay open until it ends, and wait in no lane meanwhile. */
export function prepareJoinedTurns(driver: Driver, lanes: Lanes) {
  const held = driver.prepare<{ seq: number; conversation: string; person_id: string | null }>(HELD);
  const join = driver.prepare(JOIN);
  const joined = driver.prepare<{ turn_id: string; raw: string }>(JOINED);
  const endDone = driver.prepare(END_DONE);
  const endDead = driver.prepare(END_DEAD);
  // Where messages never join, no turn pays for looking. The file is ours alone, so memory may answer.
  let mayExist = driver.prepare<{ seq: number | null }>(ANY).get()?.seq !== null;
  const part = driver.prepare<{ seq: number; conversation: string; channel: string }>(PART);
  return {
    /** false: nothing has joined any turn. */
    mayExist: () => mayExist,

    join({ turnId, epoch }: { turnId: string; epoch: number }): JoinedTurn[] {
      const head = held.get(turnId, epoch);
      if (!head) throw turnClaimLost(turnId);
      mayExist = true;
      const { seq, conversation, person_id: personId } = head;
      const waiting = join.run(seq, conversation, seq, conversation, seq, personId);
      lanes.withdraw(conversation, { waiting, running: 0 });
      return joined.all(seq).map((row) => ({ turnId: row.turn_id, raw: row.raw }));
    },

    /** They end as the turn in row `seq` does. */
    endWith(seq: number, { state, reason }: Pick<TurnFinish, 'state' | 'reason'>, nowMs: number): void {
      (state === 'done' ? endDone : endDead).run(reason ?? null, nowMs, seq);
    },

    /** The turn in row `seq` is gone: they wait for themselves again. */
    part(seq: number): void {
      for (const row of part.all(seq)) lanes.join(row.conversation, row.channel, row.seq);
    },
  };
}
