import type { Backstage } from './backstage.ts';
import { readOpenRoom, readReply, readThread } from './destination.ts';
import type { Parameters } from './parameters.ts';
import { checkFits, readReplyMarkup } from './reply-markup.ts';
import type { Message } from './wire.ts';

/** Puts a message of the bot where the parameters say, with its keyboard. Throws the refusal that Telegram would answer with. */
export function post({ world, flood, emit }: Backstage, parameters: Parameters, content: Partial<Message>): Message {
  const markup = readReplyMarkup(parameters.json('reply_markup'));
  const room = readOpenRoom(world, parameters);
  checkFits(markup, room.chat);
  const thread = readThread(room, parameters);
  const reply = readReply(room, parameters);
  flood.take(room.chat);
  const author = room.chat.type === 'channel' ? { sender_chat: room.chat } : { from: world.bot };
  const message = world.add(
    room,
    { ...author, ...thread, ...reply, ...content, ...(markup ? { reply_markup: markup } : {}) },
    true,
  );
  emit({ type: 'message', chatId: room.chat.id, message });
  return message;
}
