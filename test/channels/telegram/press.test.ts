import { describe, expect, it } from 'vitest';
import { GROUP, MIRA, press, read, WIDGET } from './updates.ts';

const OTHER = 'ui_BbCdEfGhIjKlMnOpQrStU';
const SEVERAL = {
  reply_markup: {
    inline_keyboard: [
      [
        { text: '☑ North', callback_data: `${WIDGET}#t0` },
        { text: '☐ ☑ South', callback_data: `${WIDGET}#t1` },
      ],
      [
        { text: '☑ East', callback_data: `${WIDGET}#t2` },
        { text: '☑ North', callback_data: `${OTHER}#t1` },
      ],
      [{ text: 'Done', callback_data: `${WIDGET}#ok` }],
    ],
  },
};

describe('a press', () => {
  it('tells who pressed what, where, and how the button reads', () => {
    expect(read('callback_query', press())).toEqual({
      dedupeKey: '5',
      raw: expect.any(String),
      address: { chat_id: 77 },
      person: { id: '77', name: 'Mira Novak', locale: 'cs' },
      isAttributable: true,
      event: { type: 'press', data: [`${WIDGET}#0`], label: 'North', messageId: '12', mayBeMessage: true },
    });
  });

  it('has no label when the message is too old to be shown', () => {
    const old = press({ message: { message_id: 12, chat: { id: 77, type: 'private' }, date: 0 } });
    expect(read('callback_query', old)?.event).toMatchObject({ label: '', messageId: '12', mayBeMessage: true });
  });

  it('has no label when no button of the message has its data', () => {
    expect(read('callback_query', press({ data: `${WIDGET}#7` }))?.event).toMatchObject({ label: '' });
  });

  it('keeps its topic', () => {
    const carrier = { chat: GROUP, message_thread_id: 4, is_topic_message: true };
    expect(read('callback_query', press({}, carrier))?.address).toEqual({ chat_id: -100500, message_thread_id: 4 });
  });

  it('on a message sent inline names no chat and is nothing to an agent [CH-7]', () => {
    expect(read('callback_query', press({ message: undefined, inline_message_id: 'AQ' }))).toBeUndefined();
  });

  it('on a game has no data and is nothing to an agent', () => {
    expect(read('callback_query', press({ data: undefined, game_short_name: 'tide' }))).toBeUndefined();
  });

  it.each([
    ['a channel', { chat: { id: -100600, type: 'channel' } }],
    ['a business chat', { business_connection_id: 'bc' }],
  ])('in %s is never taken for words', (_place, carrier) => {
    expect(read('callback_query', press({ data: 'b:1' }, carrier))?.event).toMatchObject({ mayBeMessage: false });
  });

  it('of a foreign button may be words, and is passed on unread [MUXI-32]', () => {
    expect(read('callback_query', press({ data: 'b:1' }))?.event).toMatchObject({ data: ['b:1'], mayBeMessage: true });
  });

  it('of a button of ours that is no answer is never taken for words', () => {
    expect(read('callback_query', press({ data: `${WIDGET}#p2` }))?.event).toMatchObject({ mayBeMessage: false });
  });

  it('turns an option of several on or off, which is a step and no answer', () => {
    expect(read('callback_query', press({ data: `${WIDGET}#t1` }, SEVERAL))?.event).toEqual({
      type: 'step',
      widgetId: WIDGET,
      index: 1,
      isShowable: true,
    });
  });

  it('of Done picks the options that are on, in the order of the buttons', () => {
    expect(read('callback_query', press({ data: `${WIDGET}#ok` }, SEVERAL))?.event).toEqual({
      type: 'press',
      data: [`${WIDGET}#0`, `${WIDGET}#2`],
      label: '',
      messageId: '12',
      mayBeMessage: false,
    });
  });

  it('of a toggle or of Done on a message without its buttons is a step that cannot be shown', () => {
    const old = { reply_markup: undefined };
    const step = { type: 'step', widgetId: WIDGET, isShowable: false };
    expect(read('callback_query', press({ data: `${WIDGET}#t1` }, old))?.event).toEqual({ ...step, index: 1 });
    expect(read('callback_query', press({ data: `${WIDGET}#ok` }, old))?.event).toEqual(step);
  });

  it('keeps its data as it came, white space included', () => {
    expect(read('callback_query', press({ data: ' x\n' }))?.event).toMatchObject({ data: [' x\n'] });
  });

  it('by a bot is nobody who could be asked', () => {
    expect(read('callback_query', press({ from: { ...MIRA, is_bot: true } }))?.isAttributable).toBe(false);
  });
});
