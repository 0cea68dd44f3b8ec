import { describe, expect, it } from 'vitest';
import type { Chat, Message, TelegramEmulator, User } from '../../../src/emulators/telegram/index.ts';
import type { Update } from '../../../src/emulators/telegram/wire.ts';
import { type Answer, call, refusal, result, running } from './running.ts';

async function act(emulator: TelegramEmulator, action: string, given: object = {}): Promise<Answer> {
  const response = await fetch(`${emulator.url}/emulator/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return (await response.json()) as Answer;
}

async function done<T>(emulator: TelegramEmulator, action: string, given: object = {}): Promise<T> {
  const answer = await act(emulator, action, given);
  if (!answer.ok) throw new Error(answer.description);
  return answer.result as T;
}

describe('the control API', () => {
  it('does over HTTP what the object does', async () => {
    const emulator = await running();
    const ann = await done<User>(emulator, 'person', { name: 'Ann' });
    const forum = await done<Chat>(emulator, 'supergroup', { title: 'Forum', is_forum: true });
    const group = await done<Chat>(emulator, 'group', { title: 'Team' });
    const channel = await done<Chat>(emulator, 'channel', { title: 'News' });
    const thread_id = await done<number>(emulator, 'topic', { chat: forum.id, name: 'Deploys' });
    const sent = await done<Message>(emulator, 'sendText', { from: ann.id, chat: forum.id, text: 'hi', thread_id });
    const place = { chat: forum.id, message_id: sent.message_id };
    expect(await done(emulator, 'edit', { from: ann.id, ...place, text: 'ho' })).toMatchObject({ text: 'ho' });
    expect(await done(emulator, 'messages', { chat: forum.id })).toMatchObject([
      { forum_topic_created: { name: 'Deploys' } },
      { text: 'ho', message_thread_id: thread_id },
    ]);
    expect(await done<Chat[]>(emulator, 'chats')).toHaveLength(4);
    expect(await done(emulator, 'block', { user: ann.id })).toBe(true);
    expect(await done(emulator, 'unblock', { user: ann.id })).toBe(true);
    expect(await done(emulator, 'deactivate', { user: ann.id })).toBe(true);
    expect(await done(emulator, 'migrate', { group: group.id })).toMatchObject({ type: 'supergroup', title: 'Team' });
    await done(emulator, 'failNext', { method: 'getMe', fault: { error_code: 500, description: 'Oops' } });
    expect(await call(emulator, 'getMe')).toEqual(refusal(500, 'Oops'));
    expect(await done(emulator, 'calls')).toMatchObject([{ method: 'getMe', answer: { error_code: 500 } }]);
    expect(channel.type).toBe('channel');
  });

  it('switches the rate limits', async () => {
    const emulator = await running();
    const channel = await done<Chat>(emulator, 'channel', { title: 'News' });
    await done(emulator, 'limitRates', { limits: { perChatPerSec: 0.001, chatBurst: 1 } });
    const toChannel = { chat_id: channel.id, text: 'news' };
    expect(await call(emulator, 'sendMessage', toChannel)).toMatchObject({ ok: true });
    expect(await call(emulator, 'sendMessage', toChannel)).toMatchObject({ ok: false, error_code: 429 });
    await done(emulator, 'limitRates', { limits: false });
    expect(await call(emulator, 'sendMessage', toChannel)).toMatchObject({ ok: true });
    expect(await act(emulator, 'limitRates', { limits: { perChat: 1 } })).toMatchObject({ ok: false });
  });

  it('presses a button and gives the toast', async () => {
    const emulator = await running();
    const sent = await result<Message>(emulator, 'sendMessage', {
      chat_id: emulator.person('Ann').id,
      text: 'x',
      reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] },
    });
    const given = { from: sent.chat.id, chat: sent.chat.id, message_id: sent.message_id, button: 0 };
    const pressed = done(emulator, 'press', given);
    const [update] = await result<Update[]>(emulator, 'getUpdates', { timeout: 5 });
    await result(emulator, 'answerCallbackQuery', { callback_query_id: update?.callback_query?.id, text: 'Gone' });
    expect(await pressed).toEqual({ isAnswered: true, text: 'Gone', showAlert: false });
  });

  it('says what is wrong with a request', async () => {
    const emulator = await running();
    expect(await act(emulator, 'fly')).toMatchObject({
      ok: false,
      error_code: 400,
      description: expect.stringContaining('There are: person,'),
    });
    expect(await act(emulator, 'toString')).toMatchObject({ ok: false });
    expect(await act(emulator, 'sendText', { from: 'Ann' })).toEqual(
      refusal(400, '"from" must be the numeric id of a user or chat.'),
    );
    expect(await act(emulator, 'failNext', { method: 'getMe', fault: 'boom' })).toMatchObject({ ok: false });
  });
});
