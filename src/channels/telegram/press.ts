import { addressOfMessage } from './address.ts';
import { integerIn, type Loose, listIn, objectIn, textIn } from './loose.ts';
import { userIn } from './person.ts';
import type { Arrival } from './reading.ts';

/**
 * Reads a `callback_query`. Nothing when no chat is told (a message sent inline) or no data (a game):
 * such a press is answered, and that is all.
 */
export function readPress(query: Loose): Arrival | undefined {
  const message = objectIn(query.message);
  const address = message && addressOfMessage(message);
  const presser = userIn(query.from);
  const data = textIn(query.data);
  if (!message || !address || !presser || data === undefined) return undefined;
  const messageId = integerIn(message.message_id);
  return {
    address,
    ...presser,
    event: {
      type: 'press',
      data: [data],
      label: labelOf(data, message),
      ...(messageId !== undefined && { messageId: String(messageId) }),
      mayBeMessage: !isForeignGround(message) && !isOwnVerb(data),
    },
  };
}

/** The label of the pressed button, as the message shows it. Empty for a message too old to be shown. */
export function labelOf(data: string, message: Loose): string {
  for (const row of listIn(objectIn(message.reply_markup)?.inline_keyboard)) {
    for (const button of listIn(row).map(objectIn)) {
      if (button?.callback_data === data) return textIn(button.text) ?? '';
    }
  }
  return '';
}

/** A channel, or the chat of a business: what is said there is not said to the bot. */
function isForeignGround(message: Loose): boolean {
  return objectIn(message.chat)?.type === 'channel' || typeof message.business_connection_id === 'string';
}

/** A string of ours that only this channel understands, e.g. `ui_…#p2`. It must never become somebody's words. */
function isOwnVerb(data: string): boolean {
  return /^ui_[0-9A-Za-z_]+#[a-z]/.test(data);
}
