import { decodeCallback } from '../../callback/data.ts';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { addressOfMessage } from './address.ts';
import { type Loose, objectIn, textIn } from './loose.ts';
import { speakerOf, userIn } from './person.ts';
import { labelOf } from './press.ts';
import { chosenIn, rowsIn, stepIn } from './toggles.ts';

/**
 * Reads a payload as Telegram posts it, or a `callback_query` alone. Grammar only: it does not ask whether
 * a group's message is for a bot. A press whose label is not shown has its data as message.
 */
export function decodePayload(payload: unknown): DecodedCallback {
  const update = objectIn(payload);
  const query = objectIn(update?.callback_query) ?? (isQuery(update) ? update : undefined);
  const message = objectIn(update?.message) ?? objectIn(update?.edited_message);
  const decoded = query ? decodeQuery(query) : message && decodeMessage(message);
  if (decoded) return decoded;
  throw new BridgeError(
    'body_invalid',
    'Cannot read this Telegram payload: it has no message and no callback_query with a sender. Send the update as Telegram posted it.',
  );
}

function isQuery(value: Loose | undefined): value is Loose {
  return value?.update_id === undefined && typeof value?.id === 'string' && objectIn(value.from) !== undefined;
}

function decodeQuery(query: Loose): DecodedCallback | undefined {
  const presser = userIn(query.from);
  const message = objectIn(query.message) ?? {};
  const data = textIn(query.data);
  return (
    presser && {
      ...saidBy(data ?? '', message),
      user_id: presser.person.id,
      context: addressOfMessage(message) ?? {},
    }
  );
}

/** Turning an option on or off is no answer yet; Done is the answer with all that are on. */
function saidBy(data: string, message: Loose): Pick<DecodedCallback, 'message' | 'ui_response'> {
  const step = stepIn(data);
  const chosen = step && step.index === undefined ? chosenIn(rowsIn(message) ?? [], step.widgetId) : [];
  if (step && chosen.length > 0) {
    return {
      message: chosen.map(({ label }) => label).join(', '),
      ui_response: { id: step.widgetId, index: chosen.map(({ index }) => index) },
    };
  }
  return { message: labelOf(data, message) || data, ui_response: decodeCallback(data) ?? null };
}

function decodeMessage(message: Loose): DecodedCallback | undefined {
  const speaker = speakerOf(message);
  const address = addressOfMessage(message);
  if (!speaker || !address) return undefined;
  return {
    message: textIn(message.text) ?? textIn(message.caption) ?? '',
    user_id: speaker.person.id,
    ui_response: null,
    context: address,
  };
}
