import { encodeCallback, isOwnVerb } from '../../callback/data.ts';
import { addressOfMessage } from './address.ts';
import { integerIn, type Loose, objectIn, textIn } from './loose.ts';
import { userIn } from './person.ts';
import type { Arrival } from './reading.ts';
import { chosenIn, type Rows, rowsIn, stepIn } from './toggles.ts';

/**
 * Reads a `callback_query`. Nothing when no chat is told (a message sent inline) or no data (a game):
 * such a press is answered, and that is all. `keyboard` is that of its message, where more is known than the update tells.
 */
export function readPress(query: Loose, keyboard?: Rows): Arrival | undefined {
  const message = objectIn(query.message);
  const address = message && addressOfMessage(message);
  const presser = userIn(query.from);
  const data = textIn(query.data);
  if (!message || !address || !presser || data === undefined) return undefined;
  return { address, ...presser, event: eventOf(data, message, keyboard ?? rowsIn(message)) };
}

/**
 * A toggle is a step, and Done sends what is on: with nothing chosen, a press without data. A message without its
 * buttons is answered by now, or too old to be shown.
 */
function eventOf(data: string, message: Loose, keyboard: Rows | undefined): Arrival['event'] {
  const messageId = integerIn(message.message_id);
  const step = stepIn(data);
  if (step && (step.index !== undefined || !keyboard))
    return { type: 'step', ...step, isShowable: keyboard !== undefined };
  const chosen = step && keyboard && chosenIn(keyboard, step.widgetId);
  return {
    type: 'press',
    data: chosen ? chosen.map(({ index }) => encodeCallback(step.widgetId, index)) : [data],
    label: chosen ? '' : labelOf(data, message),
    ...(messageId !== undefined && { messageId: String(messageId) }),
    mayBeMessage: !isForeignGround(message) && !isOwnVerb(data),
  };
}

/** The label of the pressed button, as the message shows it. Empty for a message too old to be shown. */
export function labelOf(data: string, message: Loose): string {
  const button = rowsIn(message)
    ?.flat()
    .find(({ callback_data }) => callback_data === data);
  return textIn(button?.text) ?? '';
}

/** A channel, or the chat of a business: what is said there is not said to the bot. */
function isForeignGround(message: Loose): boolean {
  return objectIn(message.chat)?.type === 'channel' || typeof message.business_connection_id === 'string';
}
