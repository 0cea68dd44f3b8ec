import { decodeCallback } from '../../callback/data.ts';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { addressOfMessage } from './address.ts';
import { type Loose, objectIn, textIn } from './loose.ts';
import { speakerOf, userIn } from './person.ts';
import { labelOf } from './press.ts';

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
      message: data === undefined ? '' : labelOf(data, message) || data,
      user_id: presser.person.id,
      ui_response: decodeCallback(data) ?? null,
      context: addressOfMessage(message) ?? {},
    }
  );
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
