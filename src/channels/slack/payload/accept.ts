import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import { splitText } from '../../../markup/split-text.ts';
import type { AcceptedPayload } from '../../../protocol/channel.ts';
import { type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';
import { slackAddress } from '../address.ts';
import { MAX_TEXT_UNITS } from '../limits.ts';
import { filePayloadIn } from '../print-file.ts';
import { mendBlocks } from './blocks.ts';

const FAULTS: Readonly<Record<string, string>> = {
  channel: 'channel must be an id as Slack gives it, e.g. C0123ABCD.',
  thread_ts: 'thread_ts must be a message timestamp as a string, e.g. "1767326125.870439".',
  team: 'team must be an id as Slack gives it, e.g. T0123ABCD.',
};

/**
 * Checks a body of `chat.postMessage`, with `team` where several workspaces are served, or a file as our own printer
 * writes it. What Slack would refuse is mended; only a channel that cannot be one, or nothing to read, is beyond that.
 */
export function acceptPayload(payload: unknown): AcceptedPayload {
  const { team, ...body } = objectIn(payload) ?? {};
  const { channel, thread_ts } = body;
  const address = slackAddress.safeParse({
    channel,
    ...(isGiven(thread_ts) && { thread_ts }),
    ...(isGiven(team) && { team }),
  });
  if (!address.success) {
    return { fault: FAULTS[String(address.error.issues[0]?.path[0])] ?? FAULTS.channel ?? '' };
  }
  if (filePayloadIn(body))
    return { address: address.data, payloads: [{ ...body, channel: address.data.channel }], notes: [] };
  if (isGiven(body.text) && typeof body.text !== 'string' && typeof body.text !== 'number') {
    return { fault: 'text must be text.' };
  }
  const notes: Note[] = [];
  const text = cleanText(String(body.text ?? ''));
  const texts = splitText(text, MAX_TEXT_UNITS);
  const blocks = mendBlocks(listIn(typeof body.blocks === 'string' ? jsonIn(body.blocks) : body.blocks), notes);
  if (texts.length === 0 && blocks.length === 0)
    return { fault: 'text and blocks are empty, so there is nothing to send.' };

  const place = { channel: address.data.channel, ...(address.data.thread_ts && { thread_ts: address.data.thread_ts }) };
  const shared = { ...place, ...sharedFields(body) };
  // Where there are blocks, the text is what a notification shows: one message has enough of it.
  if (blocks.length > 0) {
    const payloads = blocks.map((some, at) => ({
      ...shared,
      ...(at === 0 && texts[0] !== undefined && { text: texts[0] }),
      blocks: some,
    }));
    return { address: address.data, payloads, notes };
  }
  if (texts.length > 1) {
    notes.push({ code: 'text_split', message: `The text has ${text.length} characters: ${texts.length} messages.` });
  }
  return { address: address.data, payloads: texts.map((part) => ({ ...shared, text: part })), notes };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const FLAGS = ['mrkdwn', 'unfurl_links', 'unfurl_media', 'reply_broadcast', 'link_names'];
const WORDS = ['username', 'icon_emoji', 'icon_url', 'parse', 'user'];

/** What every message of it has. chat.postMessage and chat.postEphemeral, docs.slack.dev, read 2026-11. */
function sharedFields(body: Loose): Loose {
  const flags = FLAGS.flatMap((name) => (typeof body[name] === 'boolean' ? [[name, body[name]]] : []));
  const words = WORDS.flatMap((name) => {
    const word = textIn(body[name]);
    return word === undefined || isBlank(word) ? [] : [[name, word]];
  });
  return Object.fromEntries([...flags, ...words]);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
