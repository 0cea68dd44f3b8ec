import type { AcceptedPayload } from '../../../protocol/channel.ts';
import type { Note } from '../../../protocol/notes.ts';
import { isShared, telegramAddress } from '../address.ts';
import { integerIn, type Loose, objectIn } from '../loose.ts';
import { filePayloadIn } from '../print-file.ts';
import { pointIn, printPoint } from '../print-point.ts';
import { mendMarkup } from './reply-markup.ts';
import { mendText } from './text.ts';

/**
 * Checks a `sendMessage` body, or a file or a point as our own printer writes them. What Telegram would refuse is mended; only a chat
 * that cannot be one, or nothing to read, is beyond that. Fields that Telegram does not know are left out.
 */
export function acceptPayload(payload: unknown): AcceptedPayload {
  const body = objectIn(payload) ?? {};
  const { chat_id, message_thread_id } = body;
  const address = telegramAddress.safeParse({
    chat_id,
    ...(message_thread_id !== undefined &&
      message_thread_id !== null &&
      message_thread_id !== '' && { message_thread_id }),
  });
  if (!address.success) {
    const place = address.error.issues[0]?.path[0] ?? 'chat_id';
    const expected =
      place === 'chat_id' ? 'a chat id, e.g. 42 or -1001557, or a public @name' : 'the number of a topic';
    return { fault: `${String(place)} must be ${expected}.` };
  }
  const file = body.method === undefined ? undefined : filePayloadIn(body);
  if (file) return { address: address.data, payloads: [{ ...body, ...address.data }], notes: [] };
  if (body.method === 'sendLocation') {
    const point = pointIn(body);
    return point
      ? { address: address.data, payloads: [printPoint(point, address.data)], notes: [] }
      : { fault: 'latitude must be a number from -90 to 90, and longitude one from -180 to 180.' };
  }
  if (body.method !== undefined && body.method !== 'sendMessage') {
    return { fault: 'method must be sendMessage, or absent: the body is that of a sendMessage call.' };
  }
  if (body.text !== undefined && typeof body.text !== 'string' && typeof body.text !== 'number') {
    return { fault: 'text must be text.' };
  }
  const notes: Note[] = [];
  const { markup, words, labels } = mendMarkup(body.reply_markup, { isShared: isShared(address.data), notes });
  let texts = mendText(body, withoutSaid(words, body.text), notes);
  if (texts.length === 0 && labels.length > 0) {
    notes.push({ code: 'text_empty', message: 'The text is empty. It was made from the buttons.' });
    texts = mendText({ text: labels.join('\n') }, [], notes);
  }
  if (texts.length === 0) return { fault: 'text is empty, so there is nothing to send.' };

  const shared = sharedFields(body);
  const payloads = texts.map((text, at) => ({
    ...address.data,
    ...text,
    ...shared,
    ...(at === 0 && firstFields(body)),
    ...(at === texts.length - 1 && markup && { reply_markup: markup }),
  }));
  return { address: address.data, payloads, notes };
}

/** The lines that the text does not hold already. */
function withoutSaid(words: readonly string[], text: unknown): readonly string[] {
  const said = new Set(
    String(text ?? '')
      .split('\n')
      .map((line) => line.trim()),
  );
  return words.filter((line) => !said.has(line));
}

/** Fields that every message of a text has. Bot API, sendMessage, read 2026-11. */
function sharedFields({ link_preview_options, ...body }: Loose): Loose {
  const flags = ['disable_notification', 'protect_content', 'allow_paid_broadcast'];
  const preview = objectIn(link_preview_options);
  // The name of this setting in older versions of the Bot API.
  const isOff = body.disable_web_page_preview === true || preview?.is_disabled === true;
  return {
    ...(isOff && { link_preview_options: { is_disabled: true } }),
    ...Object.fromEntries(flags.flatMap((flag) => (body[flag] === true ? [[flag, true]] : []))),
    ...(typeof body.business_connection_id === 'string' && { business_connection_id: body.business_connection_id }),
  };
}

/** Fields that only the first one has. A message that is gone is no reason to lose the reply to it. */
function firstFields({ reply_parameters, reply_to_message_id, message_effect_id }: Loose): Loose {
  const repliesTo = integerIn(objectIn(reply_parameters)?.message_id) ?? integerIn(reply_to_message_id);
  return {
    ...(repliesTo !== undefined && {
      reply_parameters: { message_id: repliesTo, allow_sending_without_reply: true },
    }),
    ...(typeof message_effect_id === 'string' && { message_effect_id }),
  };
}
