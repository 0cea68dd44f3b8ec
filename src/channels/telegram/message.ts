import { addressOfMessage, isShared } from './address.ts';
import { filesOf } from './files.ts';
import { idIn, integerIn, type Loose, objectIn, textIn } from './loose.ts';
import { hear } from './mention.ts';
import { speakerOf } from './person.ts';
import type { Arrival, Reading } from './reading.ts';

/** Reads a `message`. Nothing for service messages, other bots, and group talk that is not for us. */
export function readMessage(message: Loose, { bot, groups }: Reading): Arrival | undefined {
  const address = addressOfMessage(message);
  const messageId = integerIn(message.message_id);
  const speaker = speakerOf(message);
  if (!address || messageId === undefined) return undefined;
  const moved = readMove(message);
  if (moved) return moved;
  if (!speaker || isFromBot(message) || isDirectMessageOfChannel(message)) return undefined;

  const written = textIn(message.text) ?? textIn(message.caption) ?? '';
  const heard = hear(written, typeof message.text === 'string' ? message.entities : message.caption_entities, bot);
  const repliesTo = repliedMessage(message);
  if (isShared(address)) {
    if (heard.isForAnotherBot) return undefined;
    const isForUs = heard.isForUs || idIn(objectIn(repliesTo?.from)?.id) === bot.id;
    if (groups === 'mention' && !isForUs) return undefined;
  }
  const files = filesOf(message);
  if (heard.text.trim() === '' && files.length === 0) return undefined;
  const repliedId = integerIn(repliesTo?.message_id);
  return {
    address,
    ...speaker,
    event: {
      type: 'message',
      text: heard.text,
      files,
      messageId: String(messageId),
      ...(repliedId !== undefined && { repliesTo: String(repliedId) }),
    },
  };
}

/** Reads an `edited_message`: the same, as a new version of a message that may still wait. */
export function readEdit(edited: Loose, reading: Reading): Arrival | undefined {
  const arrival = readMessage(edited, reading);
  if (arrival?.event.type !== 'message') return undefined;
  const { text, files, messageId } = arrival.event;
  return { ...arrival, event: { type: 'edit', text, files, messageId } };
}

/** A group that became a supergroup. Both chats tell it, each naming the other. */
function readMove(message: Loose): Arrival | undefined {
  const here = idIn(objectIn(message.chat)?.id);
  const from = idIn(message.migrate_from_chat_id) ?? here;
  const to = idIn(message.migrate_to_chat_id) ?? here;
  if (from === undefined || to === undefined || from === to) return undefined;
  return {
    address: { chat_id: from },
    person: { id: String(from) },
    isAttributable: false,
    event: { type: 'moved', to: { chat_id: to } },
  };
}

/** The message this one answers. In a topic, what answers nothing still "replies" to the topic's first message. */
function repliedMessage(message: Loose): Loose | undefined {
  const replied = objectIn(message.reply_to_message);
  const isTopicHead = message.is_topic_message === true && replied?.message_id === message.message_thread_id;
  return isTopicHead ? undefined : replied;
}

/** Another bot, or ourselves. Answering either could go on for ever; anonymous admins only look like one. */
function isFromBot(message: Loose): boolean {
  return objectIn(message.from)?.is_bot === true && message.sender_chat === undefined;
}

/** A channel's inbox. It can only be answered with a topic that our addresses do not carry. */
function isDirectMessageOfChannel(message: Loose): boolean {
  return objectIn(message.chat)?.is_direct_messages === true;
}
