import { describe, expect, it } from 'vitest';
import { call, result, running } from './running.ts';

describe('chat.postMessage', () => {
  it('puts a message into a channel, in the name of the app', async () => {
    const emulator = await running();
    const channel = emulator.channel('general');
    const { bot, botProfile } = emulator.firstWorkspace;
    const answer = await result(emulator, 'chat.postMessage', { channel: channel.id, text: 'Hello' });
    const [message] = emulator.messages(channel);
    expect(message).toMatchObject({ type: 'message', text: 'Hello', user: bot.id, bot_id: botProfile.id });
    expect(message?.ts).toMatch(/^\d{10}\.\d{6}$/);
    expect(message).not.toHaveProperty('subtype');
    expect(answer).toEqual({ ok: true, channel: channel.id, ts: message?.ts, message });
  });

  it('takes a form with the blocks as JSON, the token in it, a channel by its name', async () => {
    const emulator = await running();
    const channel = emulator.channel('general');
    const blocks = [{ type: 'divider', block_id: 'line' }];
    const body = new URLSearchParams({
      token: emulator.firstWorkspace.botToken,
      channel: '#general',
      text: 'Hello',
      blocks: JSON.stringify(blocks),
    });
    const response = await fetch(`${emulator.apiUrl}chat.postMessage`, { method: 'POST', body });
    expect(await response.json()).toMatchObject({ ok: true, message: { text: 'Hello', blocks } });
    expect(emulator.messages(channel)).toHaveLength(1);
  });

  it("opens the direct messages of a person whose id stands for the channel, and tells the channel's", async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const answer = await result(emulator, 'chat.postMessage', { channel: ann.id, text: 'Hello' });
    expect(answer.channel).toBe(emulator.dm(ann).id);
    expect(answer.channel).toMatch(/^D/);
  });

  it('keeps threads, counts their replies, and gives every block an id', async () => {
    const emulator = await running();
    const channel = emulator.channel('general');
    const root = emulator.sendText(emulator.person('Ann'), channel, 'root');
    const blocks = [{ type: 'divider' }, { type: 'divider' }];
    await result(emulator, 'chat.postMessage', { channel: channel.id, thread_ts: root.ts, text: 'reply', blocks });
    const [first, reply] = emulator.messages(channel);
    expect(first).toMatchObject({ thread_ts: root.ts, reply_count: 1 });
    expect(reply).toMatchObject({ thread_ts: root.ts, parent_user_id: root.user });
    expect(new Set(reply?.blocks?.map(({ block_id }) => block_id)).size).toBe(2);
  });

  const tooBig = Array.from({ length: 5 }, () => ({
    type: 'section',
    text: { type: 'mrkdwn', text: 'x'.repeat(2700) },
  }));
  it.each([
    ['no text', {}, 'no_text'],
    ['a blank text', { text: ' \n' }, 'no_text'],
    ['an empty text and no blocks', { text: '', blocks: [] }, 'no_text'],
    ['40,001 characters', { text: 'x'.repeat(40_001) }, 'msg_too_long'],
    ['more than 13,200 characters of blocks', { text: 'x', blocks: tooBig }, 'msg_blocks_too_long'],
    ['blocks that are no list', { text: 'x', blocks: {} }, 'invalid_blocks_format'],
    ['blocks that are no JSON', { text: 'x', blocks: '[{' }, 'invalid_blocks_format'],
    ['markdown beside text', { text: 'x', markdown_text: 'x' }, 'markdown_text_conflict'],
    ['a thread that is no timestamp', { text: 'x', thread_ts: '12' }, 'invalid_thread_ts'],
    ['an unknown channel', { text: 'x', channel: 'C0NOWHERE' }, 'channel_not_found'],
  ])('refuses %s: %s', async (_what, parameters, error) => {
    const emulator = await running();
    const channel = emulator.channel('general');
    expect(await call(emulator, 'chat.postMessage', { channel: channel.id, ...parameters })).toMatchObject({
      ok: false,
      error,
    });
    expect(emulator.messages(channel)).toEqual([]);
  });

  it('refuses a channel that the bot is not in, one that is archived, and a private one as unknown', async () => {
    const emulator = await running();
    const [open, old, secret] = ['open', 'old', 'secret'].map((name) =>
      emulator.channel(name, { isPrivate: name === 'secret' }),
    );
    if (!open || !old || !secret) throw new Error('three channels');
    emulator.removeBot(open);
    emulator.archive(old);
    emulator.removeBot(secret);
    const errorIn = async (channel: string) => (await call(emulator, 'chat.postMessage', { channel, text: 'x' })).error;
    expect(await errorIn(open.id)).toBe('not_in_channel');
    expect(await errorIn(old.id)).toBe('is_archived');
    expect(await errorIn(secret.id)).toBe('channel_not_found');
    emulator.inviteBot(open);
    expect(await errorIn(open.id)).toBeUndefined();
  });

  it('says which field is missing', async () => {
    const emulator = await running();
    expect(await call(emulator, 'chat.postMessage', { text: 'x' })).toEqual({
      ok: false,
      error: 'invalid_arguments',
      errors: ['missing required field: channel'],
      response_metadata: { messages: ['[ERROR] missing required field: channel'] },
    });
  });
});

describe('chat.postEphemeral', () => {
  it('is seen by one person alone, and cannot be changed by its timestamp', async () => {
    const emulator = await running();
    const channel = emulator.channel('general');
    const [ann, bob] = [emulator.person('Ann'), emulator.person('Bob')];
    emulator.sendText(ann, channel, 'hello');
    const { message_ts } = await result(emulator, 'chat.postEphemeral', {
      channel: channel.id,
      user: ann.id,
      text: 'psst',
    });
    expect(emulator.messages(channel, { as: ann }).map(({ text }) => text)).toEqual(['hello', 'psst']);
    expect(emulator.messages(channel, { as: bob }).map(({ text }) => text)).toEqual(['hello']);
    expect(emulator.ephemerals(channel)).toMatchObject([{ to: ann.id, message: { text: 'psst' } }]);
    const change = { channel: channel.id, ts: message_ts, text: 'x' };
    expect(await call(emulator, 'chat.update', change)).toMatchObject({ error: 'message_not_found' });
  });

  it('is refused for somebody who is not there', async () => {
    const emulator = await running();
    const channel = emulator.channel('general').id;
    const user = emulator.person('Ann').id;
    expect(await call(emulator, 'chat.postEphemeral', { channel, user, text: 'x' })).toMatchObject({
      error: 'user_not_in_channel',
    });
  });
});
