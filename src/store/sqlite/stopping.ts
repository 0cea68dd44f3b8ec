import type { Asker, Stopped } from '../../protocol/store.ts';
import type { Notices } from '../notices.ts';
import { LATEST_TURNS, STOP_ASKED, STOPPED } from '../turn-reasons.ts';
import type { Conversations } from './conversations.ts';
import type { Driver } from './driver.ts';
import { HAS_JOINED, type JoinedTurns } from './joined-turns.ts';
import type { Lanes } from './lanes.ts';
import type { Questions } from './questions.ts';

/** Bound twice: to 0 where anybody may ask, then to whoever asks; nobody in particular is null. */
const IS_THEIRS = '(? = 0 or person_id is null or person_id = ?)';
const END_WAITING = `
  update turn set state = 'done', reason = '${STOPPED}', finished_at_ms = ?, response = null, raw = null
  where conversation = ? and finished_at_ms is null and state = 'waiting' and ${IS_THEIRS}
  returning seq, ${HAS_JOINED}`;
const ASK_RUNNING = `
  update turn set reason = '${STOP_ASKED}'
  where conversation = ? and finished_at_ms is null and state = 'running' and ${IS_THEIRS} returning seq, turn_id`;
/** Those that joined a turn are of the same person. */
const RAWS = `
  select raw from turn where conversation = ? and finished_at_ms is null and ${IS_THEIRS} order by seq`;
const OPEN = 'select person_id from turn where conversation = ? and finished_at_ms is null';
/** Without an index over every message: nobody asks this often. What ended as it was kept was never begun. */
const LAST = `
  select person_id from turn
  where seq > (select max(seq) from turn) - ${LATEST_TURNS} and conversation = ? and attempt > 0
  order by seq desc limit 1`;

interface Speaker {
  person_id: string | null;
}

/** The end of what a conversation does, because somebody asked for it. */
export function prepareStopping(
  driver: Driver,
  rooms: {
    lanes: Lanes;
    joined: JoinedTurns;
    conversations: Conversations;
    questions: Questions;
    notices: Notices;
    now: () => number;
  },
) {
  const { lanes, joined, conversations, questions, notices, now } = rooms;
  const endWaiting = driver.prepare<{ seq: number; has_joined: number }>(END_WAITING);
  const askRunning = driver.prepare<{ seq: number; turn_id: string }>(ASK_RUNNING);
  const raws = driver.prepare<{ raw: string }>(RAWS);
  const open = driver.prepare<Speaker>(OPEN);
  const last = driver.prepare<Speaker>(LAST);

  function stop(name: string, by?: Asker): Stopped {
    const conversation = conversations.currentName(name);
    const whose = [Number(by !== undefined), by?.personId ?? null] as const;
    const nowMs = now();
    const found = raws.all(conversation, ...whose).map(({ raw }) => raw);
    const ended = endWaiting.all(nowMs, conversation, ...whose);
    lanes.withdraw(conversation, { waiting: ended.length, running: 0 });
    for (const row of ended) if (row.has_joined) joined.endWith(row.seq, { state: 'done', reason: STOPPED }, nowMs);
    const stopped: Stopped = { waitingEnded: ended.length, raws: found };
    for (const { turn_id: turnId } of askRunning.all(conversation, ...whose).sort((a, b) => a.seq - b.seq)) {
      stopped.running ??= turnId;
      notices.stopAsked(turnId);
    }
    return stopped;
  }

  /** Whether nobody else is being answered there, or spoke to the agent last. */
  function mayReset(conversation: string, { personId }: Asker): boolean {
    const speakers = open.all(conversation);
    const concerned = speakers.length > 0 ? speakers : last.all(conversation);
    return concerned.every(({ person_id: theirs }) => theirs === null || theirs === personId);
  }

  return {
    stop,

    reset(name: string, by?: Asker): Stopped | undefined {
      const conversation = conversations.currentName(name);
      if (by && !mayReset(conversation, by)) return undefined;
      const stopped = stop(conversation, by);
      questions.forget(conversation);
      conversations.beginAnew(conversation);
      return stopped;
    },
  };
}
