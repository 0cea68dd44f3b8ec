import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/emulators/telegram/index.ts';
import { call, refusal, result, running } from './running.ts';

const button = (fields: object) => ({ inline_keyboard: [[{ text: 'Go', ...fields }]] });

describe('sendMessage', () => {
  it('answers the message as Telegram would show it', async () => {
    const emulator = await running({ now: () => 1_700_000_000_500 });
    const ann = emulator.person('Ann');
    const message = await result<Message>(emulator, 'sendMessage', {
      chat_id: ann.id,
      text: ' <b>Hi</b> /start me@example.com ',
      parse_mode: 'HTML',
      reply_markup: button({ callback_data: 'go' }),
    });
    expect(message).toEqual({
      message_id: 1,
      date: 1_700_000_000,
      chat: { id: ann.id, type: 'private', first_name: 'Ann' },
      from: { id: 424242, is_bot: true, first_name: 'Emulated bot', username: 'emulated_bot' },
      text: 'Hi /start me@example.com',
      entities: [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'bot_command', offset: 3, length: 6 },
        { type: 'email', offset: 10, length: 14 },
      ],
      reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] },
    });
    expect(emulator.messages(ann)).toEqual([message]);
  });

  it('counts 4096 UTF-16 units after entities are parsed [CH-23]', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const html = (text: string) => call(emulator, 'sendMessage', { chat_id, text, parse_mode: 'HTML' });
    expect(await html(`<b>${'&lt;'.repeat(4096)}</b>`)).toMatchObject({ ok: true });
    expect(await html(`${'🙂'.repeat(2048)}`)).toMatchObject({ ok: true });
    expect(await html(`a${'🙂'.repeat(2048)}`)).toEqual(refusal(400, 'Bad Request: message is too long'));
  });

  it.each([
    [{ text: undefined }, 'message text is empty'],
    [{ text: '' }, 'message text is empty'],
    [{ text: '   \n ' }, 'text must be non-empty'],
    [{ text: '<b> </b>', parse_mode: 'html' }, 'text must be non-empty'],
    [{ text: 'a\ud800' }, 'strings must be encoded in UTF-8'],
    [{ parse_mode: 'INVALID' }, 'unsupported parse_mode'],
    [{ parse_mode: 'HTML', text: '<h1>' }, 'can\'t parse entities: Unsupported start tag "h1" at byte offset 0'],
    [{ chat_id: undefined }, 'chat_id is empty'],
    [{ chat_id: 0 }, 'chat not found'],
    [{ chat_id: '@nobody_at_all' }, 'chat not found'],
    [{ chat_id: 'not_a_chat' }, 'chat not found'],
    [{ message_thread_id: 999 }, 'message thread not found'],
    [{ reply_parameters: { message_id: 999 } }, 'message to be replied not found'],
    [{ reply_parameters: { quote: 'x' } }, 'can\'t find field "message_id"'],
    [
      { entities: [{ type: 'bold', offset: 100, length: 1 }] },
      'entity begins after the end of the text at UTF-16 offset 100',
    ],
    [
      { entities: [{ type: 'bold', offset: 0, length: 100 }] },
      'entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 100',
    ],
    [{ reply_markup: 'no json' }, "can't parse reply markup JSON object"],
    [{ reply_markup: [] }, 'object expected as reply markup'],
    [{ reply_markup: { inline_keyboard: 'bad' } }, 'field "inline_keyboard" must be of type Array'],
    [{ reply_markup: { inline_keyboard: ['bad'] } }, 'field "inline_keyboard" must be an Array of Arrays'],
    [{ reply_markup: { inline_keyboard: [[]] } }, 'REPLY_MARKUP_INVALID'],
    [
      { reply_markup: { inline_keyboard: [[{ callback_data: 'x' }]] } },
      'can\'t parse inline keyboard button: Can\'t find field "text"',
    ],
    [{ reply_markup: button({ text: ' ', callback_data: 'x' }) }, 'BUTTON_TEXT_INVALID'],
    [
      { reply_markup: button({}) },
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [
      { reply_markup: button({ callback_data: '' }) },
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [{ reply_markup: button({ callback_data: 'x', url: 'https://example.com' }) }, 'BUTTON_INVALID'],
    [{ reply_markup: button({ callback_data: 'x', style: 'pink' }) }, 'BUTTON_STYLE_INVALID'],
    [{ reply_markup: button({ callback_data: 'x'.repeat(65) }) }, 'BUTTON_DATA_INVALID'],
    [{ reply_markup: button({ callback_data: '選'.repeat(22) }) }, 'BUTTON_DATA_INVALID'],
    [{ reply_markup: button({ pay: true }) }, 'BUTTON_TYPE_INVALID'],
    [{ reply_markup: button({ copy_text: { text: 'x'.repeat(257) } }) }, 'BUTTON_COPY_TEXT_INVALID'],
    [
      { reply_markup: button({ web_app: { url: 'http://example.com' } }) },
      "inline keyboard button Web App URL 'http://example.com' is invalid: Only HTTPS links are allowed",
    ],
    [{ reply_markup: button({ url: 'http://localhost:3000' }) }, 'BUTTON_URL_INVALID'],
    [
      { reply_markup: button({ url: 'ftp://example.com' }) },
      "inline keyboard button URL 'ftp://example.com' is invalid: Unsupported URL protocol",
    ],
    [
      { reply_markup: button({ url: 'javascript:alert(1)' }) },
      "inline keyboard button URL 'javascript:alert(1)' is invalid: Unsupported URL protocol",
    ],
    [
      { reply_markup: button({ url: 'not-a-url' }) },
      "inline keyboard button URL 'not-a-url' is invalid: Wrong HTTP URL",
    ],
    [
      { reply_markup: button({ url: 'https://example.com/a b' }) },
      "inline keyboard button URL 'https://example.com/a b' is invalid: Wrong HTTP URL",
    ],
    [
      { reply_markup: button({ url: 'https://' }) },
      "inline keyboard button URL 'https://' is invalid: URL host is empty",
    ],
  ])('refuses %j', async (fields, why) => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const answer = await call(emulator, 'sendMessage', { chat_id, text: 'test', ...fields });
    expect(answer).toEqual(refusal(400, `Bad Request: ${why}`));
    expect(emulator.messages(chat_id)).toEqual([]);
  });

  it('takes 64 bytes of callback data, links with a host, and all three styles [CH-1]', async () => {
    const emulator = await running();
    const { reply_markup } = await result<Message>(emulator, 'sendMessage', {
      chat_id: emulator.person('Ann').id,
      text: 'test',
      reply_markup: {
        inline_keyboard: [
          [{ text: 'a', callback_data: `${'選'.repeat(21)}x`, style: 'danger', surprise: 1 }],
          [
            { text: 'b', url: 'example.com' },
            { text: 'c', url: 'tg://user?id=1' },
            { text: 'd', url: 'http://10.0.0.1/x' },
          ],
          [{ text: 'e', switch_inline_query: '' }],
        ],
      },
    });
    expect(reply_markup?.inline_keyboard).toEqual([
      [{ text: 'a', callback_data: `${'選'.repeat(21)}x`, style: 'danger' }],
      [
        { text: 'b', url: 'http://example.com/' },
        { text: 'c', url: 'tg://user?id=1' },
        { text: 'd', url: 'http://10.0.0.1/x' },
      ],
      [{ text: 'e', switch_inline_query: '' }],
    ]);
  });

  it('takes 100 buttons in rows of eight, and no more of either', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const send = (rows: number[]) =>
      call(emulator, 'sendMessage', {
        chat_id,
        text: 'test',
        reply_markup: { inline_keyboard: rows.map((size) => Array(size).fill({ text: 'x', callback_data: 'x' })) },
      });
    const tooLong = refusal(400, 'Bad Request: reply markup is too long');
    expect(await send([...Array(12).fill(8), 4])).toMatchObject({ ok: true });
    expect(await send([...Array(12).fill(8), 5])).toEqual(tooLong);
    expect(await send([9])).toEqual(tooLong);
  });

  it('accepts the other kinds of keyboards and shows none on the message', async () => {
    const emulator = await running();
    for (const reply_markup of [{ force_reply: true }, { remove_keyboard: true }, { keyboard: [[{ text: 'A' }]] }]) {
      const message = await result<Message>(emulator, 'sendMessage', {
        chat_id: emulator.person('Ann').id,
        text: 'test',
        reply_markup,
      });
      expect(message).not.toHaveProperty('reply_markup');
    }
  });

  it('counts message ids together in private chats and groups, and apart in each supergroup', async () => {
    const emulator = await running();
    const chats = [
      emulator.person('Ann'),
      emulator.group('Team'),
      emulator.supergroup('Big'),
      emulator.supergroup('Bigger'),
    ];
    const ids: number[] = [];
    for (const { id } of chats) {
      ids.push((await result<Message>(emulator, 'sendMessage', { chat_id: id, text: 'x' })).message_id);
    }
    expect(ids).toEqual([1, 2, 2, 2]);
  });

  it('posts to a channel in the name of the channel', async () => {
    const emulator = await running();
    const channel = emulator.channel('News');
    const post = await result<Message>(emulator, 'sendMessage', { chat_id: channel.id, text: 'x' });
    expect(post.sender_chat).toEqual(channel);
    expect(post).not.toHaveProperty('from');
  });

  it('keeps bold out of code and quotes out of quotes, and finds links by itself', async () => {
    const emulator = await running();
    const { entities } = await result<Message>(emulator, 'sendMessage', {
      chat_id: emulator.person('Ann').id,
      text: '<blockquote>q<blockquote>r</blockquote></blockquote><b>a <code>/x</code> b</b> https://a.example/b.',
      parse_mode: 'HTML',
    });
    expect(entities).toEqual([
      { type: 'blockquote', offset: 0, length: 2 },
      { type: 'bold', offset: 2, length: 2 },
      { type: 'code', offset: 4, length: 2 },
      { type: 'bold', offset: 6, length: 2 },
      { type: 'url', offset: 9, length: 19 },
    ]);
  });
});
