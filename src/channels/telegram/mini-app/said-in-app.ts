import { createHash } from 'node:crypto';
import type { SaidElsewhere } from '../../../protocol/channel.ts';
import type { Inbound } from '../../../protocol/inbound.ts';
import { isShared } from '../address.ts';
import { readUpdate } from '../inbound.ts';
import type { Reading } from '../reading.ts';

/**
 * What a person says through an app, as the update that it would have been had they written it. Updates of Telegram's
 * have positive ids, so theirs is negative. Nothing in a group, where no app knows who opened it.
 */
export function saidInApp({ id, address, personId, text }: SaidElsewhere, reading: Reading): Inbound | undefined {
  if (isShared(address)) return undefined;
  const digest = createHash('sha256').update(id).digest();
  const update = {
    update_id: -1 - digest.readUIntBE(0, 6),
    message: {
      message_id: 0,
      chat: { id: address.chat_id, type: 'private' },
      from: { id: Number(personId), is_bot: false, first_name: '' },
      text,
      ...(address.message_thread_id !== undefined && {
        message_thread_id: address.message_thread_id,
        is_topic_message: true,
      }),
    },
  };
  return readUpdate(update, JSON.stringify(update), reading);
}
