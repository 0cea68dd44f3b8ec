import type { Address } from '../../protocol/turn.ts';
import { objectIn } from './loose.ts';

/** The same payload for another chat. Topics and the message it replies to do not exist there. */
export function readdress(payload: unknown, to: Address): unknown {
  const body = objectIn(payload);
  if (!body) return payload;
  const { chat_id, message_thread_id, reply_parameters, reply_to_message_id, ...rest } = body;
  return { chat_id: to.chat_id, ...(to.message_thread_id && { message_thread_id: to.message_thread_id }), ...rest };
}
