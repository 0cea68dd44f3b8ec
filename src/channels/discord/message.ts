import { filesOf } from './files.ts';
import { withoutMention } from './mention.ts';
import { personOf } from './person.ts';
import type { Arrival, Reading } from './reading.ts';
import { DIRECT_MESSAGES, type Message } from './wire.ts';

/** Messages that somebody wrote: a plain one, and a reply. All others tell of joins, pins and the like. */
const WRITTEN: ReadonlySet<number | undefined> = new Set([undefined, 0, 19]);
/** A reference that forwards a message instead of replying to it. */
const FORWARD = 1;

/**
 * Reads a message. Nothing for what the bot itself or another one wrote, for what only tells that something happened,
 * and for talk among people that is not for the bot.
 */
export function readMessage(message: Message, reading: Reading): Arrival | undefined {
  const speaker = speakerOf(message, reading);
  if (!speaker || !isHeard(message, reading)) return undefined;
  const text = textOf(message, reading);
  const files = filesOf(message);
  if (text.trim() === '' && files.length === 0) return undefined;
  const { id, message_reference: reference } = message;
  const repliesTo = reference?.type === FORWARD ? undefined : reference?.message_id;
  return {
    dedupeKey: `message:${id}`,
    ...speaker,
    ...placeOf(message),
    event: { type: 'message', text, files, messageId: id, ...(repliesTo !== undefined && { repliesTo }) },
  };
}

/**
 * Reads a change as a new version of a message that may still wait. A link that gets its preview changes a message,
 * too: only the author's own change has a time.
 */
export function readUpdate(message: Message, reading: Reading): Arrival | undefined {
  const { id, edited_timestamp } = message;
  const speaker = edited_timestamp === undefined ? undefined : speakerOf(message, reading);
  const text = textOf(message, reading);
  if (!speaker || text.trim() === '') return undefined;
  return {
    dedupeKey: `edit:${id}:${edited_timestamp}`,
    ...speaker,
    ...placeOf(message),
    event: { type: 'edit', text, messageId: id, files: filesOf(message) },
  };
}

/** Who wrote it. Nothing for the bot itself, whatever is allowed, and for every other bot that is not. */
function speakerOf(
  { type, author, member, webhook_id, application_id }: Message,
  { ownId, bots }: Reading,
): Pick<Arrival, 'person' | 'isAttributable'> | undefined {
  if (!WRITTEN.has(type) || author.id === ownId || (ownId !== undefined && application_id === ownId)) return undefined;
  const person = personOf(author, member);
  if (author.bot !== true && webhook_id === undefined) return { person, isAttributable: true };
  const isAllowed = [author.id, webhook_id].some((id) => id !== undefined && bots.includes(id));
  return isAllowed ? { person, isAttributable: false } : undefined;
}

function isHeard(message: Message, reading: Reading): boolean {
  if (isDirect(message) || reading.groups === 'all') return true;
  const { ownId } = reading;
  if (ownId !== undefined) {
    if (message.mentions?.some(({ id }) => id === ownId)) return true;
    if (message.referenced_message?.author?.id === ownId) return true;
  }
  return message.mention_roles?.some(reading.isOwnRole) === true || reading.isOwnThread(message.channel_id);
}

function isDirect({ guild_id, channel_type }: Message): boolean {
  return guild_id === undefined && (channel_type ?? DIRECT_MESSAGES) === DIRECT_MESSAGES;
}

function placeOf(message: Message): Pick<Arrival, 'address' | 'isShared'> {
  return { address: { channel_id: message.channel_id }, isShared: !isDirect(message) };
}

/** A bare mention is a message, too. */
function textOf({ content = '' }: Message, reading: Reading): string {
  const rest = withoutMention(content, reading);
  return rest.trim() === '' ? content : rest;
}
