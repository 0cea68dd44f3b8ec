import type { Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { lockConversations } from '../lanes/lock-lanes.ts';

const REPLACE: Statement = {
  name: 'turn.replace_raw',
  text: `
    update turn set raw = $4
    where conversation = $1 and finished_at_ms is null and state = 'waiting' and response is null
      and channel = $2 and message_id = $3
    returning seq`,
};

/** Replaces the raw update of a message that waits, under the lock of its lane: nobody is claiming it meanwhile. */
export async function replaceWaiting(
  transaction: Transaction,
  message: { channel: string; conversation: string; messageId: string; raw: string },
  context: StoreContext,
): Promise<Plan<boolean>> {
  const lanes = await lockConversations(transaction, [message.conversation]);
  const [conversation = ''] = lanes.names();
  const replaced = await transaction.rows(bind(REPLACE, conversation, message.channel, message.messageId, message.raw));
  const waking = wakeUps(context, [lanes]);
  return {
    result: replaced.length > 0,
    writes: [...lanes.writes(), ...waking.writes],
    onCommitted: waking.onCommitted,
  };
}
