import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../src/emulators/telegram/index.ts';
import type { Update } from '../../../src/emulators/telegram/wire.ts';
import { call, refusal, result, running } from './running.ts';

const TOO_OLD = refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');

async function withButtons() {
  const clock = { nowMs: 1_700_000_000_000 };
  const emulator = await running({ now: () => clock.nowMs });
  const ann = emulator.person('Ann');
  const message = await result<Message>(emulator, 'sendMessage', {
    chat_id: ann.id,
    text: 'Where?',
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'US', callback_data: 'us' },
          { text: 'EU', callback_data: 'eu' },
        ],
        [{ text: 'Docs', url: 'https://example.com' }],
      ],
    },
  });
  const query = async () => {
    const updates = await result<Update[]>(emulator, 'getUpdates', { offset: -1 });
    return updates[0]?.callback_query;
  };
  return { emulator, ann, message, query, clock };
}

describe('a press', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reaches the bot with the message and the data, and resolves with the toast', async () => {
    const { emulator, ann, message, query } = await withButtons();
    const pressed = emulator.press(ann, message, 1);
    const received = await query();
    expect(received).toEqual({
      id: expect.stringMatching(/^\d+$/),
      from: ann,
      message,
      chat_instance: String(ann.id),
      data: 'eu',
    });
    await result(emulator, 'answerCallbackQuery', { callback_query_id: received?.id, text: 'Recorded: EU' });
    expect(await pressed).toEqual({ isAnswered: true, text: 'Recorded: EU', showAlert: false });
  });

  it('can carry any data, as a foreign app can', async () => {
    const { emulator, ann, message, query } = await withButtons();
    void emulator.press(ann, message, 'rm -rf');
    expect(await query()).toMatchObject({ data: 'rm -rf' });
  });

  it('needs a button that is there and that calls back', async () => {
    const { emulator, ann, message } = await withButtons();
    expect(() => emulator.press(ann, message, 3)).toThrow('has 3 buttons, there is no button 3');
    expect(() => emulator.press(ann, message, 2)).toThrow('Button 2 of message 1 opens something');
    expect(() => emulator.press(ann, { chat: ann, message_id: 9 }, 0)).toThrow('shows no message 9');
    await result(emulator, 'editMessageReplyMarkup', { chat_id: ann.id, message_id: message.message_id });
    expect(() => emulator.press(ann, message, 0)).toThrow('has 0 buttons');
  });

  it('is answered once; a second answer and an unknown one are refused [CH-5]', async () => {
    const { emulator, ann, message, query } = await withButtons();
    void emulator.press(ann, message, 0);
    const callback_query_id = (await query())?.id;
    const answer = (fields: object) => call(emulator, 'answerCallbackQuery', { callback_query_id, ...fields });
    expect(await answer({ text: 'x'.repeat(201) })).toEqual(refusal(400, 'Bad Request: MESSAGE_TOO_LONG'));
    expect(await answer({ text: 'x'.repeat(200), show_alert: true })).toEqual({ ok: true, result: true });
    expect(await answer({})).toEqual(TOO_OLD);
    expect(await answer({ callback_query_id: '1' })).toEqual(TOO_OLD);
    expect(await answer({ callback_query_id: undefined })).toEqual(TOO_OLD);
  });

  it('cannot be answered after 15 seconds', async () => {
    const { emulator, ann, message, query, clock } = await withButtons();
    const early = emulator.press(ann, message, 0);
    const first = await query();
    clock.nowMs += 15_000;
    expect(await call(emulator, 'answerCallbackQuery', { callback_query_id: first?.id })).toMatchObject({ ok: true });
    expect(await early).toMatchObject({ isAnswered: true });
    const late = emulator.press(ann, message, 0);
    const second = await query();
    clock.nowMs += 15_001;
    expect(await call(emulator, 'answerCallbackQuery', { callback_query_id: second?.id })).toEqual(TOO_OLD);
    expect(await late).toEqual({ isAnswered: false, text: '', showAlert: false });
  });

  it('ends unanswered by itself', async () => {
    const { emulator, ann, message } = await withButtons();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pressed = emulator.press(ann, message, 0);
    vi.advanceTimersByTime(15_000);
    expect(await pressed).toMatchObject({ isAnswered: false });
  });

  it('ends unanswered when the emulator closes', async () => {
    const { emulator, ann, message } = await withButtons();
    const pressed = emulator.press(ann, message, 0);
    await emulator.close();
    expect(await pressed).toMatchObject({ isAnswered: false });
  });
});
