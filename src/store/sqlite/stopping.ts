import type { Stopped } from '../../protocol/store.ts';
import type { Notices } from '../notices.ts';
import type { Conversations } from './conversations.ts';
import type { Driver } from './driver.ts';
import { HAS_JOINED, type JoinedTurns } from './joined-turns.ts';
import type { Lanes } from './lanes.ts';
import type { Questions } from './questions.ts';

const END_WAITING = `
  update turn set state = 'done', reason = 'stopped', finished_at_ms = ?, response = null, raw = null
  where conversation = ? and finished_at_ms is null and state = 'waiting' returning seq, ${HAS_JOINED}`;
const RUNNING = `
  select turn_id from turn where conversation = ? and finished_at_ms is null and state = 'running' order by seq`;

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
  const running = driver.prepare<{ turn_id: string }>(RUNNING);

  function stop(name: string): Stopped {
    const conversation = conversations.currentName(name);
    const nowMs = now();
    const ended = endWaiting.all(nowMs, conversation);
    lanes.withdraw(conversation, { waiting: ended.length, running: 0 });
    for (const row of ended) if (row.has_joined) joined.endWith(row.seq, { state: 'done', reason: 'stopped' }, nowMs);
    const stopped: Stopped = { waitingEnded: ended.length };
    for (const { turn_id: turnId } of running.all(conversation)) {
      stopped.running ??= turnId;
      notices.stopAsked(turnId);
    }
    return stopped;
  }

  return {
    stop,

    reset(name: string): Stopped {
      const stopped = stop(name);
      const conversation = conversations.currentName(name);
      questions.forget(conversation);
      conversations.beginAnew(conversation);
      return stopped;
    },
  };
}
