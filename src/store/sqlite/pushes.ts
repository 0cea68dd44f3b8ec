import type { Push, Pushed } from '../../protocol/store.ts';
import type { Conversations } from './conversations.ts';
import type { Deliveries } from './deliveries.ts';
import type { Driver } from './driver.ts';
import type { Questions } from './questions.ts';
import type { TurnLogs } from './turn-log.ts';

const FIRST_OF_KEY = 'select fingerprint, response from push where idempotency_key = ?';
const KEEP_KEY = `
  insert into push (idempotency_key, kept_at_ms, fingerprint, conversation, response) values (?, ?, ?, ?, ?)`;
const FORGET = 'delete from push where conversation = ?';
const KEEP_TURN = `
  insert into turn (turn_id, channel, conversation, generation, state, received_at_ms, finished_at_ms)
  values (?, ?, ?, ?, 'done', ?, ?) returning seq`;

export function preparePushes(
  driver: Driver,
  rooms: {
    conversations: Conversations;
    deliveries: Deliveries;
    questions: Questions;
    logs: TurnLogs;
    now: () => number;
  },
) {
  const firstOfKey = driver.prepare<{ fingerprint: string; response: string }>(FIRST_OF_KEY);
  const keepKey = driver.prepare(KEEP_KEY);
  const forget = driver.prepare(FORGET);
  const keepTurn = driver.prepare<{ seq: number }>(KEEP_TURN);
  return {
    keep(push: Push): Pushed {
      const nowMs = rooms.now();
      const conversation = rooms.conversations.currentName(push.conversation);
      if (push.idempotencyKey !== undefined) {
        const first = firstOfKey.get(push.idempotencyKey);
        if (first) return { status: 'duplicate', ...first };
        keepKey.run(push.idempotencyKey, nowMs, push.fingerprint, conversation, push.response);
      }
      const generation = rooms.conversations.generation(conversation);
      const row = keepTurn.get(push.turnId, push.channel, conversation, generation, push.receivedAtMs, nowMs);
      const seq = row?.seq ?? 0;
      if (push.log) rooms.logs.add(seq, push.log);
      const taken = { deliveries: rooms.deliveries.keep(push.deliveries, seq, push.take) };
      for (const question of push.questions) rooms.questions.keep(question);
      return { status: 'accepted', taken };
    },

    /** Forgets what was answered to pushes into a conversation. Gives how many there were. */
    forget: (conversation: string): number => forget.run(conversation),
  };
}
