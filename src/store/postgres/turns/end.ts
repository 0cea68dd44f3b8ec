import { joinedReason, STOPPED } from '../../turn-reasons.ts';
import { bindRows, type Query, type Statement } from '../connection/sql.ts';

/** A column of `turn`. Not `exists`, which the planner may answer by reading the whole table first. */
export const HAS_JOINED =
  'coalesce((select true from turn as joined where joined.joined_to = turn.seq limit 1), false) as has_joined';

const ENDED = `
  state = row.state, reason = row.reason, finished_at_ms = $2, instance_id = null, joined_to = null,
  is_logged = turn.is_logged or row.is_logged,
  response = case when row.state = 'done' then null else turn.response end,
  raw = case when row.state = 'done' then null else turn.raw end
  from json_to_recordset($1) as row (seq bigint, state text, reason text, is_logged boolean)`;
const END: Statement = { name: 'turn.end', text: `update turn set ${ENDED} where turn.seq = row.seq` };
const END_JOINED: Statement = {
  name: 'turn.end_joined',
  text: `update turn set ${ENDED} where turn.joined_to = row.seq`,
};

/** The end of a turn, to be written. */
export interface EndedTurn {
  seq: number;
  state: 'done' | 'dead';
  reason: string | null;
  /** Whether some of its log is kept with its end. Absent = none. */
  isLogged?: boolean;
  /** Why those end that had joined it. Absent = there are none. */
  joinedReason?: string | null;
}

/** A turn as far as its end goes. */
interface OpenTurn {
  seq: number;
  turn_id: string;
  has_joined: boolean;
}

/** Ends turns, together with those that had joined them. */
export function endWrites(ended: readonly EndedTurn[], nowMs: number): Query[] {
  const heads = ended.map(({ seq, state, reason, isLogged = false }) => ({ seq, state, reason, is_logged: isLogged }));
  const joined = ended.flatMap(({ seq, state, joinedReason: reason }) =>
    reason === undefined ? [] : [{ seq, state, reason, is_logged: false }],
  );
  return [
    ...(joined.length > 0 ? [bindRows(END_JOINED, joined, nowMs)] : []),
    ...(heads.length > 0 ? [bindRows(END, heads, nowMs)] : []),
  ];
}

/** The end that was asked for. Those that joined a turn that is done have its answer for theirs. */
export function endOf(turn: OpenTurn, { state, reason }: { state: 'done' | 'dead'; reason?: string }): EndedTurn {
  const ofJoined = state === 'done' ? joinedReason(turn.turn_id) : (reason ?? null);
  return { seq: turn.seq, state, reason: reason ?? null, ...(turn.has_joined && { joinedReason: ofJoined }) };
}

/** The end of a turn that somebody asked to stop before it was answered: of all that had joined it, too. */
export function stoppedEnd(turn: OpenTurn): EndedTurn {
  return { seq: turn.seq, state: 'done', reason: STOPPED, ...(turn.has_joined && { joinedReason: STOPPED }) };
}
