import { describe, expect, it } from 'vitest';
import type { Message, TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import type { Update } from '../../../src/emulators/telegram/wire.ts';
import { call, refusal, result, running } from './running.ts';

const takeUpdates = (emulator: TelegramEmulator) => result<Update[]>(emulator, 'getUpdates');

describe('people', () => {
  it('write to the bot, and commands and links are marked', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann', { username: 'ann_k', language_code: 'zh-hans' });
    emulator.sendText(ann, ann, '/deploy@emulated_bot now, see https://a.example/x, @somebody #tag');
    expect(await takeUpdates(emulator)).toMatchObject([
      {
        message: {
          from: { id: ann.id, is_bot: false, first_name: 'Ann', username: 'ann_k', language_code: 'zh-hans' },
          chat: { id: ann.id, type: 'private', first_name: 'Ann', username: 'ann_k' },
          entities: [
            { type: 'bot_command', offset: 0, length: 20 },
            { type: 'url', offset: 30, length: 19 },
            { type: 'mention', offset: 51, length: 9 },
            { type: 'hashtag', offset: 61, length: 4 },
          ],
        },
      },
    ]);
  });

  it('exist as soon as their id or name is used, and once', async () => {
    const emulator = await running();
    emulator.sendText(42, 42, 'hi');
    emulator.sendText(42, -7, 'hi');
    emulator.sendText(42, -1_002_000_000_000, 'hi');
    expect(emulator.chats()).toEqual([
      { id: 42, type: 'private', first_name: 'User 42' },
      { id: -7, type: 'group', title: 'Group -7' },
      { id: -1_002_000_000_000, type: 'supergroup', title: 'Group -1002000000000' },
    ]);
    emulator.sendText(1001, 1001, 'an id that the emulator would have given next');
    expect(emulator.person('Ann').id).toBe(1002);
    expect(emulator.person('Ann')).toBe(emulator.person('Ann'));
    expect(emulator.group('Team')).toBe(emulator.group('Team'));
  });

  it('cannot write in the private chat of somebody else', async () => {
    const emulator = await running();
    expect(() => emulator.sendText(emulator.person('Ann'), emulator.person('Bo'), 'hi')).toThrow(
      /^User 1001 is not in the private chat 1002\.$/,
    );
  });

  it('edit their own messages', async () => {
    const emulator = await running();
    const [ann, bo, team] = [emulator.person('Ann'), emulator.person('Bo'), emulator.group('Team')];
    const message = emulator.sendText(ann, team, 'helo');
    emulator.edit(ann, { chat: team, message_id: message.message_id }, 'hello');
    expect(() => emulator.edit(bo, { chat: team, message_id: message.message_id }, 'no')).toThrow(
      'people edit their own',
    );
    const [, edited] = await takeUpdates(emulator);
    expect(edited).toMatchObject({ edited_message: { message_id: message.message_id, text: 'hello' } });
  });

  it('post to channels without being named', async () => {
    const emulator = await running();
    const channel = emulator.channel('News');
    emulator.sendText(emulator.person('Ann'), channel, 'hello');
    const [update] = await takeUpdates(emulator);
    expect(update?.channel_post).toMatchObject({ text: 'hello', sender_chat: channel });
    expect(update?.channel_post).not.toHaveProperty('from');
  });

  it('can write as anonymous admins', async () => {
    const emulator = await running();
    const team = emulator.supergroup('Team');
    const message = emulator.sendText(emulator.person('Ann'), team, 'hello', { isAnonymous: true });
    expect(message).toMatchObject({ from: { username: 'GroupAnonymousBot', is_bot: true }, sender_chat: team });
  });

  it('send files that the bot can fetch', async () => {
    const emulator = await running();
    const document = { name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('hello') };
    const message = emulator.sendText(42, 42, 'look', { document });
    expect(message).toMatchObject({ caption: 'look', document: { file_name: 'a.txt', file_size: 5 } });
    const file = await result<{ file_path: string }>(emulator, 'getFile', { file_id: message.document?.file_id });
    expect(await (await fetch(`${emulator.url}/file/bot1:token/${file.file_path}`)).text()).toBe('hello');
    expect(await call(emulator, 'getFile', { file_id: 'other' })).toEqual(
      refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable'),
    );
  });
});

describe('forums', () => {
  it('carry the topic both ways; General has none [CH-12]', async () => {
    const emulator = await running();
    const forum = emulator.supergroup('Forum', { isForum: true });
    const topic = emulator.topic(forum, 'Deploys');
    const message = emulator.sendText(42, forum, 'hi', { threadId: topic });
    expect(message).toMatchObject({ message_thread_id: topic, is_topic_message: true });
    const send = (message_thread_id: number) =>
      call(emulator, 'sendMessage', { chat_id: forum.id, text: 'x', message_thread_id });
    expect(await send(topic)).toMatchObject({ ok: true, result: { message_thread_id: topic, is_topic_message: true } });
    expect(await send(1)).toEqual(refusal(400, 'Bad Request: message thread not found'));
  });

  it('give a reply in General a thread id that cannot be sent to [CH-11]', async () => {
    const emulator = await running();
    const forum = emulator.supergroup('Forum', { isForum: true });
    const first = emulator.sendText(42, forum, 'hi');
    const reply = emulator.sendText(43, forum, 'hi yourself', { replyTo: first.message_id });
    expect(reply).toMatchObject({ message_thread_id: first.message_id, reply_to_message: { text: 'hi' } });
    expect(reply).not.toHaveProperty('is_topic_message');
    expect(
      await call(emulator, 'sendMessage', { chat_id: forum.id, text: 'x', message_thread_id: reply.message_thread_id }),
    ).toEqual(refusal(400, 'Bad Request: message thread not found'));
  });
});

describe('chats that close', () => {
  it('refuse sends when the bot is blocked, until it is unblocked [CH-16]', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    emulator.block(ann);
    const send = () => call(emulator, 'sendMessage', { chat_id: ann.id, text: 'x' });
    expect(await send()).toEqual(refusal(403, 'Forbidden: bot was blocked by the user'));
    expect(() => emulator.sendText(ann, ann, 'hi')).toThrow('has no open chat with the bot: blocked');
    emulator.unblock(ann);
    expect(await send()).toMatchObject({ ok: true });
    expect((await takeUpdates(emulator)).map((update) => update.my_chat_member?.new_chat_member.status)).toEqual([
      'kicked',
      'member',
    ]);
  });

  it('refuse sends to a deleted account', async () => {
    const emulator = await running();
    emulator.deactivate(42);
    expect(await call(emulator, 'sendMessage', { chat_id: 42, text: 'x' })).toEqual(
      refusal(403, 'Forbidden: user is deactivated'),
    );
  });

  it('tell where an upgraded group went [CH-14]', async () => {
    const emulator = await running();
    const group = emulator.group('Team');
    const moved = emulator.migrate(group);
    expect(await call(emulator, 'sendMessage', { chat_id: group.id, text: 'x' })).toEqual({
      ...refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat'),
      parameters: { migrate_to_chat_id: moved.id },
    });
    expect(await call(emulator, 'sendMessage', { chat_id: moved.id, text: 'x' })).toMatchObject({ ok: true });
    expect(await takeUpdates(emulator)).toMatchObject([
      { message: { chat: { id: group.id }, migrate_to_chat_id: moved.id } },
      { message: { chat: { id: moved.id }, migrate_from_chat_id: group.id } },
    ]);
    expect(() => emulator.migrate(group)).toThrow('is no basic group (any more)');
  });
});

describe('limits of memory', () => {
  it('forgets the oldest of more than 500 messages in a chat', async () => {
    const emulator = await running();
    for (let count = 0; count < 501; count++) emulator.sendText(42, 42, `${count}`);
    const messages: Message[] = emulator.messages(42);
    expect(messages).toHaveLength(500);
    expect(messages[0]?.text).toBe('1');
  });

  it('refuses more than a thousand chats, and forgets nobody over it', async () => {
    const emulator = await running();
    for (let id = 1; id <= 1000; id++) emulator.person(`Person ${id}`);
    const tooMany = 'The emulator keeps at most 1000 chats.';
    expect(() => emulator.person('One more')).toThrow(tooMany);
    expect(() => emulator.sendText(5000, 5000, 'hi')).toThrow(tooMany);
    expect(() => emulator.sendText(5000, 5000, 'hi')).toThrow(tooMany);
    expect(emulator.sendText(emulator.person('Person 1'), emulator.person('Person 1'), 'hi').text).toBe('hi');
  });

  it('remembers the last thousand calls, without the token', async () => {
    const emulator = await running();
    for (let count = 0; count < 1001; count++) await call(emulator, 'getMe', { count });
    expect(emulator.calls).toHaveLength(1000);
    expect(emulator.calls[0]).toMatchObject({ method: 'getMe', parameters: { count: 1 }, answer: { ok: true } });
    expect(JSON.stringify(emulator.calls)).not.toContain('token');
  });
});
