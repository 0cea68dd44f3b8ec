import { describe, expect, it } from 'vitest';
import { decodePayload } from '../../../src/channels/telegram/decode-payload.ts';
import { GROUP, groupMessage, message, press, WIDGET } from './updates.ts';

describe('decoding a payload', () => {
  const pressed = {
    message: 'North',
    user_id: '77',
    ui_response: { id: WIDGET, index: 0 },
    context: { chat_id: 77 },
  };

  it('reads a press from the whole update [MUXI-31, MUXI-33]', () => {
    expect(decodePayload({ update_id: 5, callback_query: press() })).toEqual(pressed);
  });

  it('reads a press from the callback_query alone', () => {
    expect(decodePayload(press())).toEqual(pressed);
  });

  it('reads a message', () => {
    const text = groupMessage({ text: 'hi', message_thread_id: 4, is_topic_message: true });
    expect(decodePayload({ update_id: 5, message: text })).toEqual({
      message: 'hi',
      user_id: '77',
      ui_response: null,
      context: { chat_id: GROUP.id, message_thread_id: 4 },
    });
  });

  it.each(['b:1:y', `${WIDGET}#999`, `${WIDGET}#-1`, `${WIDGET}#1\n`, `${WIDGET}#1#2`, 'not-ui#1'])(
    'finds no hint in the foreign data %j [MUXI-32, HI-40]',
    (data) => {
      expect(decodePayload(press({ data }))).toMatchObject({ message: data, ui_response: null });
    },
  );

  it.each([{ a: 1 }, 7, undefined])('finds no hint in data that is no string: %j [HI-40]', (data) => {
    expect(decodePayload(press({ data }))).toMatchObject({ message: '', ui_response: null });
  });

  it('reads a press on a message sent inline, which names no chat [CH-7]', () => {
    expect(decodePayload(press({ message: undefined, inline_message_id: 'AQ' }))).toMatchObject({
      user_id: '77',
      context: {},
    });
  });

  it.each([
    null,
    [],
    'text',
    {},
    { update_id: 5 },
    { update_id: 5, poll: {} },
    { callback_query: {} },
    { message: message({ from: undefined }) },
    { message: message({ chat: { id: '77' }, text: 'hi' }) },
  ])('refuses %j', (payload) => {
    expect(() => decodePayload(payload)).toThrowError(expect.objectContaining({ code: 'body_invalid' }));
  });

  it('reads Done as the options that are on, and a toggle as no answer yet [MUXI-13]', () => {
    const keyboard = [
      [
        { text: '☑ North', callback_data: `${WIDGET}#t0` },
        { text: '☐ South', callback_data: `${WIDGET}#t1` },
        { text: '☑ East', callback_data: `${WIDGET}#t2` },
      ],
      [{ text: 'Done', callback_data: `${WIDGET}#ok` }],
    ];
    const several = { reply_markup: { inline_keyboard: keyboard } };
    expect(decodePayload({ callback_query: press({ data: `${WIDGET}#ok` }, several) })).toMatchObject({
      message: 'North, East',
      ui_response: { id: WIDGET, index: [0, 2] },
    });
    expect(decodePayload({ callback_query: press({ data: `${WIDGET}#t1` }, several) })).toMatchObject({
      message: '☐ South',
      ui_response: null,
    });
  });
});
