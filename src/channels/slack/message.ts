import type { Address } from '../../protocol/turn.ts';
import { isShared } from './address.ts';
import { filesOf } from './files.ts';
import { namesOne, withoutMention } from './mention.ts';
import type { Arrival, Reading } from './reading.ts';
import { receiptOf } from './receipt.ts';
import type { MessageEvent, Said } from './wire.ts';
import { wordsOf } from './words.ts';

/** Kinds of messages that somebody wrote. All others tell of joins, topics and the like. */
const WRITTEN: ReadonlySet<string | undefined> = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message']);

/**
 * Reads a message. Nothing for what the app itself or another bot wrote, for what only tells that something happened,
 * and for talk among people that is not for the app.
 */
export function readEvent(envelope: MessageEvent, reading: Reading): Arrival | undefined {
  if (envelope.event.subtype === 'message_changed') return readEdit(envelope, reading);
  return readMessage(envelope, reading);
}

function readMessage(envelope: MessageEvent, reading: Reading): Arrival | undefined {
  const { event } = envelope;
  const { channel, subtype, ts } = event;
  const isFromBot = event.bot_id !== undefined;
  if (ts === undefined || !(WRITTEN.has(subtype) || (isFromBot && subtype === 'bot_message'))) return undefined;
  const speaker = speakerOf(envelope, event, reading);
  if (!speaker || !isHeard(envelope, reading)) return undefined;
  const text = textOf(event, idsOf(envelope, reading));
  const files = filesOf(event, teamIn(envelope, reading));
  if (text.trim() === '' && files.length === 0) return undefined;
  const address = addressOf(envelope, event, reading);
  // What is said there next is heard without a mention.
  const isToBeKnown = address.thread_ts !== undefined && isShared(address) && reading.groups !== 'all';
  return {
    // A mention comes as two events with ids of their own: what they tell of is one message.
    dedupeKey: `message:${receiptOf(channel, ts)}`,
    ...speaker,
    address,
    ...(isToBeKnown && { makesKnown: true }),
    event: {
      type: 'message',
      text,
      files,
      messageId: receiptOf(channel, ts),
      ...(isReply(event) && { repliesTo: receiptOf(channel, event.thread_ts), below: placeOf(envelope, reading) }),
    },
  };
}

/**
 * Reads a change as a new version of a message that may still wait. Links that get their preview and threads that get
 * a reply change a message, too, but not its text.
 */
function readEdit(envelope: MessageEvent, reading: Reading): Arrival | undefined {
  const { message, previous_message, channel } = envelope.event;
  if (message?.ts === undefined) return undefined;
  const isEdited = previous_message ? message.text !== previous_message.text : message.edited !== undefined;
  const speaker = isEdited ? speakerOf(envelope, message, reading) : undefined;
  const text = textOf(message, idsOf(envelope, reading));
  if (!speaker || text.trim() === '') return undefined;
  return {
    dedupeKey: `event:${envelope.event_id ?? `${receiptOf(channel, message.ts)}:${envelope.event.ts}`}`,
    ...speaker,
    address: addressOf(envelope, message, reading),
    event: {
      type: 'edit',
      text,
      messageId: receiptOf(channel, message.ts),
      files: filesOf(message, teamIn(envelope, reading)),
    },
  };
}

/** Who wrote it. Nothing for the app itself, whatever is allowed, and for every other bot that is not. */
function speakerOf(
  envelope: MessageEvent,
  { user, bot_id, app_id }: Said,
  reading: Reading,
): Pick<Arrival, 'person' | 'isAttributable'> | undefined {
  const isOwnApp = app_id !== undefined && app_id === envelope.api_app_id;
  if (isOwnApp || (user !== undefined && idsOf(envelope, reading).includes(user))) return undefined;
  if (bot_id === undefined) return user === undefined ? undefined : { person: { id: user }, isAttributable: true };
  const isAllowed = [bot_id, user].some((id) => id !== undefined && reading.bots.includes(id));
  return isAllowed ? { person: { id: bot_id }, isAttributable: false } : undefined;
}

/** Whether it may be for the app: all that is said to it, and in a thread whatever is. */
function isHeard(envelope: MessageEvent, reading: Reading): boolean {
  return isCalled(envelope, reading) || isReply(envelope.event);
}

function isCalled(envelope: MessageEvent, reading: Reading): boolean {
  const { type, channel, channel_type, text = '' } = envelope.event;
  const isDirect = channel_type === undefined ? !isShared({ channel }) : channel_type === 'im';
  return isDirect || type === 'app_mention' || reading.groups === 'all' || namesOne(text, idsOf(envelope, reading));
}

/** Whether it is said in a thread to nobody in particular; a thread below a message of the app itself is for the app. */
export function isThreadTalk(envelope: MessageEvent, reading: Reading): boolean {
  const { event } = envelope;
  const isBelowOwn = idsOf(envelope, reading).includes(event.parent_user_id ?? '');
  return isReply(event) && !isBelowOwn && !isCalled(envelope, reading);
}

function isReply<Message extends Said>(message: Message): message is Message & { thread_ts: string } {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts;
}

function addressOf(envelope: MessageEvent, { thread_ts, ts }: Said, reading: Reading): Address {
  const place = placeOf(envelope, reading);
  const opened = reading.openThreads && isShared(place) ? ts : undefined;
  const thread = thread_ts ?? opened;
  const { channel, ...team } = place;
  return { channel, ...(thread !== undefined && { thread_ts: thread }), ...team };
}

/** The channel, outside of any thread. */
function placeOf(envelope: MessageEvent, reading: Reading): { channel: string; team?: string } {
  const team = teamIn(envelope, reading);
  return { channel: envelope.event.channel, ...(team !== undefined && { team }) };
}

/** In a channel that workspaces share, `team_id` may be another one's; an app may be installed in a whole organisation. */
function teamIn({ team_id, enterprise_id, authorizations = [] }: MessageEvent, reading: Reading): string | undefined {
  const authorized = authorizations.map((one) => one.team_id ?? one.enterprise_id);
  return reading.teamOf([team_id, ...authorized, enterprise_id]);
}

function idsOf({ authorizations }: MessageEvent, { ownIds }: Reading): string[] {
  return [...ownIds, ...(authorizations ?? []).flatMap(({ user_id }) => user_id ?? [])];
}

function textOf({ text = '' }: Said, ownIds: readonly string[]): string {
  // A bare mention is a message, too.
  const rest = withoutMention(text, ownIds);
  return wordsOf(rest.trim() === '' ? text : rest);
}
