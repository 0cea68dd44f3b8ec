import { readUpdate } from '../../../src/channels/telegram/inbound.ts';
import type { Inbound } from '../../../src/protocol/inbound.ts';

/** The bot that the updates of these tests speak to. */
export const BOT = { id: 4242, username: 'ferry_test_bot' };

export const MIRA = { id: 77, is_bot: false, first_name: 'Mira', last_name: 'Novak', language_code: 'cs' };
const PRIVATE = { id: 77, type: 'private', first_name: 'Mira' };
export const GROUP = { id: -100500, type: 'supergroup', title: 'Harbour' };

/** A message from Mira in her private chat; fields as given on top. */
export function message(fields: object): Record<string, unknown> {
  return { message_id: 11, from: MIRA, chat: PRIVATE, date: 1767225000, ...fields };
}

export function groupMessage(fields: object): Record<string, unknown> {
  return message({ chat: GROUP, ...fields });
}

export const WIDGET = 'ui_AbCdEfGhIjKlMnOpQrStU';

/** A press of "North" on a message of the bot; fields as given on top. */
export function press(fields: object = {}, carrier: object = {}): Record<string, unknown> {
  const keyboard = [
    [
      { text: 'North', callback_data: `${WIDGET}#0` },
      { text: 'South', callback_data: `${WIDGET}#1` },
    ],
  ];
  return {
    id: '9001',
    from: MIRA,
    chat_instance: '-1',
    data: `${WIDGET}#0`,
    message: {
      message_id: 12,
      chat: PRIVATE,
      date: 1767225000,
      reply_markup: { inline_keyboard: keyboard },
      ...carrier,
    },
    ...fields,
  };
}

export function read(kind: string, value: unknown, groups: 'mention' | 'all' = 'mention'): Inbound | undefined {
  const update = { update_id: 5, [kind]: value };
  return readUpdate(update, JSON.stringify(update), { bot: BOT, groups });
}

/** The text that an agent would see, when the message is heard at all. */
export function heardText(value: unknown, groups: 'mention' | 'all' = 'mention'): string | undefined {
  const event = read('message', value, groups)?.event;
  return event?.type === 'message' ? event.text : undefined;
}
