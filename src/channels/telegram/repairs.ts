import type { Note } from '../../protocol/notes.ts';
import type { Loose } from './loose.ts';
import { plainText } from './plain-text.ts';

/** A way to send a message after all, when the platform refused it for a part that can be left out. */
export interface Repair {
  name: string;
  /** The message without that part; nothing when this is not the fault, or the part is not there. */
  mend(body: Loose, description: string): Loose | undefined;
  note?: Note;
}

/** Markup that the platform cannot read: the words are sent without it. */
export const plainWords: Repair = {
  name: 'plain_words',
  mend(body, description) {
    if (!/can't parse entities/i.test(description) || typeof body.text !== 'string') return undefined;
    if (body.parse_mode === undefined && body.entities === undefined) return undefined;
    const { parse_mode, entities, ...rest } = body;
    return { ...rest, text: plainText(body.text, parse_mode) || body.text };
  },
  note: { code: 'text_replaced', message: 'Telegram could not read the markup of a text. It was sent as plain text.' },
};

/** A keyboard that the platform refuses: the text lists every choice and link anyway. */
const noKeyboard: Repair = {
  name: 'no_keyboard',
  mend: (body, description) =>
    /BUTTON_|REPLY_MARKUP|reply markup|keyboard/i.test(description) ? without(body, 'reply_markup') : undefined,
  note: { code: 'buttons_as_text', message: 'Telegram refused the buttons of a message. It was sent without them.' },
};

/** A topic that was deleted meanwhile: the same people read the group. */
const noTopic: Repair = {
  name: 'no_topic',
  mend: (body, description) =>
    /message thread not found|TOPIC_DELETED/i.test(description) ? without(body, 'message_thread_id') : undefined,
};

/** The message it replies to was deleted meanwhile. */
const noReply: Repair = {
  name: 'no_reply',
  mend: (body, description) =>
    /repl(y|ied).*not found/i.test(description)
      ? (without(body, 'reply_parameters') ?? without(body, 'reply_to_message_id'))
      : undefined,
};

/** What is tried for a new message. Each takes a part away, so none is tried twice. */
export const SEND_REPAIRS: readonly Repair[] = [plainWords, noKeyboard, noTopic, noReply];

function without(body: Loose, key: string): Loose | undefined {
  if (body[key] === undefined) return undefined;
  const { [key]: _, ...rest } = body;
  return rest;
}
