import { describe, expect, it } from 'vitest';
import { GROUP, groupMessage, heardText, MIRA, message, read } from './updates.ts';

describe('a private message', () => {
  it('is read whole, with who wrote it and where', () => {
    expect(read('message', message({ text: 'Is the ferry late?' }))).toEqual({
      dedupeKey: '5',
      raw: expect.stringContaining('"update_id":5'),
      address: { chat_id: 77 },
      person: { id: '77', name: 'Mira Novak', locale: 'cs' },
      isAttributable: true,
      event: { type: 'message', text: 'Is the ferry late?', files: [], messageId: '11' },
    });
  });

  it('keeps a command with its words', () => {
    expect(
      heardText(message({ text: '/start pier_7', entities: [{ type: 'bot_command', offset: 0, length: 6 }] })),
    ).toBe('/start pier_7');
  });

  it('says which message it replies to', () => {
    const reply = message({ text: '2', reply_to_message: { message_id: 9, from: { id: 4242 } } });
    expect(read('message', reply)?.event).toMatchObject({ repliesTo: '9' });
  });

  it('has its caption as text and the largest photo as file', () => {
    const photo = [
      { file_id: 'small', width: 90, height: 60, file_size: 900 },
      { file_id: 'large', width: 900, height: 600, file_size: 90_000 },
      { file_id: 'middle', width: 300, height: 200, file_size: 9_000 },
    ];
    expect(read('message', message({ photo, caption: 'the pier' }))?.event).toEqual({
      type: 'message',
      text: 'the pier',
      files: [{ name: 'photo.jpg', mime: 'image/jpeg', ref: 'large', sizeBytes: 90_000 }],
      messageId: '11',
    });
  });

  it.each([
    ['document', { file_id: 'd', file_name: 'plan.pdf', mime_type: 'application/pdf' }, 'plan.pdf', 'application/pdf'],
    ['voice', { file_id: 'v' }, 'voice.ogg', 'audio/ogg'],
    ['audio', { file_id: 'a', file_name: 'horn.flac', mime_type: 'audio/flac' }, 'horn.flac', 'audio/flac'],
    ['video', { file_id: 'm' }, 'video.mp4', 'video/mp4'],
    ['video_note', { file_id: 'n' }, 'video.mp4', 'video/mp4'],
  ])('takes a %s without words as a file', (kind, file, name, mime) => {
    expect(read('message', message({ [kind]: file }))?.event).toMatchObject({
      text: '',
      files: [{ name, mime, ref: file.file_id }],
    });
  });

  it('gives a file a name without path and hidden direction, and a mime type that is one', () => {
    const document = { file_id: 'd', file_name: '../../etc/\u202Egnp.exe', mime_type: 'text/html\r\nX: y' };
    expect(read('message', message({ document }))?.event).toMatchObject({
      files: [{ name: 'gnp.exe', mime: 'application/octet-stream' }],
    });
  });

  it('is nothing when it has neither words nor files', () => {
    expect(read('message', message({ new_chat_members: [MIRA] }))).toBeUndefined();
    expect(read('message', message({ text: ' \n' }))).toBeUndefined();
  });

  it('is nothing when another bot wrote it', () => {
    expect(read('message', message({ text: 'hi', from: { id: 4242, is_bot: true } }))).toBeUndefined();
    expect(read('message', message({ text: 'hi', from: { id: 31, is_bot: true } }))).toBeUndefined();
  });

  it('strips control and bidi characters from names [CH-65]', () => {
    const from = { id: 77, first_name: 'Mi\u202Era\u0007', last_name: '\u2066Novak\n', username: 'mira' };
    expect(read('message', message({ text: 'hi', from }))?.person).toEqual({ id: '77', name: 'Mira Novak' });
  });

  it('leaves text of any script as it was written [CH-65]', () => {
    expect(heardText(message({ text: 'מה שלומך?' }))).toBe('מה שלומך?');
  });

  it('replaces half characters, so that the text can be kept anywhere', () => {
    expect(heardText(message({ text: 'a\ud800b' }))).toBe('a\ufffdb');
  });
});

describe('an edited message', () => {
  it('is an edit of the message with that id, files included', () => {
    const edited = message({ edit_date: 1767225001, caption: 'the new pier', document: { file_id: 'd' } });
    expect(read('edited_message', edited)?.event).toEqual({
      type: 'edit',
      text: 'the new pier',
      messageId: '11',
      files: [{ name: 'file', mime: 'application/octet-stream', ref: 'd' }],
    });
  });

  it('is nothing in a group when it is not for the bot', () => {
    expect(read('edited_message', groupMessage({ text: 'as before' }))).toBeUndefined();
  });
});

describe('a message in a group', () => {
  it('is nothing when nobody asked the bot', () => {
    expect(read('message', groupMessage({ text: 'lunch?' }))).toBeUndefined();
  });

  it('is read when groups are heard whole', () => {
    expect(heardText(groupMessage({ text: 'lunch?' }), 'all')).toBe('lunch?');
  });

  it('is nothing when it is a command for another bot, even where groups are heard whole', () => {
    const command = groupMessage({
      text: '/ask@tram_bot when?',
      entities: [{ type: 'bot_command', offset: 0, length: 13 }],
    });
    expect(read('message', command, 'all')).toBeUndefined();
  });

  it('is read when it replies to the bot', () => {
    const reply = { message_id: 9, from: { id: 4242, is_bot: true } };
    expect(heardText(groupMessage({ text: '2', reply_to_message: reply }))).toBe('2');
  });

  it('is nothing when it replies to somebody else', () => {
    expect(heardText(groupMessage({ text: '2', reply_to_message: { message_id: 9, from: MIRA } }))).toBeUndefined();
  });

  it('is no reply when it merely stands in a topic that the bot opened', () => {
    const head = { message_id: 4, from: { id: 4242, is_bot: true }, forum_topic_created: { name: 'Piers' } };
    const inTopic = { text: 'hm', message_thread_id: 4, is_topic_message: true, reply_to_message: head };
    expect(read('message', groupMessage(inTopic))).toBeUndefined();
    expect(read('message', groupMessage(inTopic), 'all')?.event).not.toHaveProperty('repliesTo');
  });

  it('keeps the topic it was written in', () => {
    const inTopic = groupMessage({ text: 'hi', message_thread_id: 4, is_topic_message: true });
    expect(read('message', inTopic, 'all')?.address).toEqual({ chat_id: -100500, message_thread_id: 4 });
  });

  it('has no topic when it replies in General [CH-11]', () => {
    const reply = groupMessage({ text: 'hi', message_thread_id: 9, reply_to_message: { message_id: 9 } });
    expect(read('message', reply, 'all')?.address).toEqual({ chat_id: -100500 });
  });

  it('has no topic when the topic is General itself [CH-12]', () => {
    const general = groupMessage({ text: 'hi', message_thread_id: 1, is_topic_message: true });
    expect(read('message', general, 'all')?.address).toEqual({ chat_id: -100500 });
  });

  it('is attributed to the chat that speaks, never to the stand-in user', () => {
    const anonymous = groupMessage({
      text: 'as the group',
      from: { id: 1087968824, is_bot: true, username: 'GroupAnonymousBot' },
      sender_chat: GROUP,
    });
    expect(read('message', anonymous, 'all')).toMatchObject({
      person: { id: '-100500', name: 'Harbour' },
      isAttributable: false,
      event: { text: 'as the group' },
    });
  });

  it("is nothing in a channel's inbox, which our addresses cannot answer", () => {
    const chat = { id: -100777, type: 'supergroup', is_direct_messages: true };
    expect(read('message', message({ chat, text: 'hi' }), 'all')).toBeUndefined();
  });
});

describe('a group that became a supergroup', () => {
  const moved = { address: { chat_id: -31 }, isAttributable: false, event: { type: 'moved', to: { chat_id: -10031 } } };

  it('has moved, as the old chat tells it [CH-14]', () => {
    expect(read('message', message({ chat: { id: -31 }, migrate_to_chat_id: -10031 }))).toMatchObject(moved);
  });

  it('has moved, as the new chat tells it [CH-14]', () => {
    expect(read('message', message({ chat: { id: -10031 }, migrate_from_chat_id: -31 }))).toMatchObject(moved);
  });

  it('has not moved when the new id is none', () => {
    expect(read('message', message({ chat: { id: -31 }, migrate_to_chat_id: '-10031' }))).toBeUndefined();
  });
});
