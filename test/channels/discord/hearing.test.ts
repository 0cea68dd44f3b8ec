import { describe, expect, it } from 'vitest';
import { connected, heard, inDirect, listening, soon, textsOf } from './connected.ts';

/** The id of the emulated bot. */
const OWN_ID = '200000000000000002';

describe('a message on Discord', () => {
  it('waits for a store that is away, and keeps its place', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    let failures = 0;
    app.host.onReceive = () => {
      failures += 1;
      if (failures <= 2) throw new Error('the disk is full');
      return { status: 'accepted', turnId: 't' };
    };
    app.discord.sendText(ann, dm, 'one');
    app.discord.sendText(ann, dm, 'two');
    await heard(app).toEqual(['one', 'two']);
    expect(app.host.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('of the bot itself, of another bot or of a webhook is not heard, unless the settings say so', async () => {
    // The bot's own id is no good there.
    const app = await listening({ groups: 'all', bots: ['777', '888', OWN_ID] });
    const channel = app.discord.channel('general');
    const ann = app.discord.person('Ann');
    const { bot } = app.discord.application;
    expect(bot.id).toBe(OWN_ID);
    const event = (author: object, content: string, more: object = {}) =>
      app.discord.sendEvent('MESSAGE_CREATE', {
        id: String(Math.floor(performance.now() * 1e6)),
        type: 0,
        channel_id: channel.id,
        guild_id: '1',
        author,
        content,
        ...more,
      });
    event(bot, 'own');
    event({ id: '555', bot: true }, 'other bot');
    event({ id: '556' }, 'other webhook', { webhook_id: '556' });
    event({ id: '777', bot: true, username: 'friend' }, 'friend');
    event({ id: '888' }, 'friendly webhook', { webhook_id: '888' });
    app.discord.sendEvent('THOUGHT_TRANSFER', { thoughts: ['?'] });
    app.discord.sendEvent('MESSAGE_CREATE', { content: 7 });
    // The library itself would fail at these.
    app.discord.sendEvent('GUILD_CREATE', { id: '1', roles: 7, channels: [null], members: 'x' });
    app.discord.sendEvent('CHANNEL_UPDATE', {});
    app.discord.sendText(ann, channel, 'Ann');
    await heard(app).toEqual(['friend', 'friendly webhook', 'Ann']);
    expect(app.host.inbounds.map(({ isAttributable }) => isAttributable)).toEqual([false, false, true]);
  });

  it('in a server is heard when it names the bot, replies to it, or is written in a thread of its own', async () => {
    const app = await listening();
    const { discord } = app;
    const channel = discord.channel('general');
    const ann = discord.person('Ann');
    discord.sendText(ann, channel, 'among people');
    discord.mention(ann, channel, 'named');
    discord.sendText(ann, channel, `in the middle <@${discord.application.bot.id}> of it`);
    await app.connection.deliver({
      deliveryId: 'd',
      kind: 'send',
      payload: { content: 'mine' },
      conversation: `discord:${channel.id}`,
    });
    const mine = discord.messages(channel).at(-1);
    discord.sendText(ann, channel, 'a reply', { replyTo: mine as never });
    const thread = discord.thread(ann, channel, 'a thread');
    discord.sendText(ann, thread, 'not yet');
    discord.mention(ann, thread, 'join us');
    await heard(app).toEqual(['named', `in the middle <@${discord.application.bot.id}> of it`, 'a reply', 'join us']);
    expect(app.host.inbounds[2]?.event).toMatchObject({ repliesTo: mine?.id });
    discord.sendText(ann, thread, 'now heard');
    await soon(() => textsOf(app.host.inbounds).at(-1)).toBe('now heard');
    expect(app.host.inbounds.map(({ isShared }) => isShared)).toEqual([true, true, true, true, true]);
  });

  it('is heard in the threads that the bot is in, and when it names the role of the bot, as Discord tells them', async () => {
    const app = await listening();
    const ownId = app.discord.application.bot.id;
    const event = (channelId: string, content: string, more: object = {}) =>
      app.discord.sendEvent('MESSAGE_CREATE', {
        id: content,
        channel_id: channelId,
        guild_id: '1',
        author: { id: '5' },
        content,
        ...more,
      });
    app.discord.sendEvent('GUILD_CREATE', {
      id: '1',
      name: 'g',
      channels: [],
      members: [],
      roles: [
        { id: '61', name: 'Bot', permissions: '0', tags: { bot_id: ownId } },
        { id: '62', name: 'Other', permissions: '0', tags: { bot_id: '9' } },
      ],
      threads: [
        { id: '71', type: 11, parent_id: '70', guild_id: '1', member: { flags: 0 }, thread_metadata: {} },
        { id: '72', type: 11, parent_id: '70', guild_id: '1', thread_metadata: {} },
        { id: '73', type: 11, parent_id: '70', guild_id: '1', owner_id: ownId, thread_metadata: {} },
      ],
    });
    event('72', 'elsewhere');
    event('71', 'joined');
    event('73', 'opened');
    event('80', '<@&62> other role', { mention_roles: ['62'] });
    event('80', '<@&61> own role', { mention_roles: ['61'] });
    await heard(app).toEqual(['joined', 'opened', 'own role']);
  });

  it('that is changed is an edit; one that gets its preview, or was changed by the bot, is none', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    const sent = app.discord.sendText(ann, dm, 'first');
    for (let time = 0; time < 10; time++) app.discord.unfurl(sent, { url: 'https://example.com', title: 'Example' });
    app.discord.edit(ann, sent, 'second');
    await heard(app).toEqual(['first', 'second']);
    expect(app.host.inbounds[1]?.event).toEqual({ type: 'edit', text: 'second', messageId: sent.id, files: [] });
  });

  it('is heard from those on the list only', async () => {
    const app = await listening({ allow: ['7'] });
    const { ann, dm } = inDirect(app);
    app.discord.sendText(ann, dm, 'not me');
    app.discord.sendEvent('MESSAGE_CREATE', { id: '1', channel_id: '8', author: { id: '7' }, content: 'me' });
    await heard(app).toEqual(['me']);
  });

  it('is not heard without words or files, and a bare mention is', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    app.discord.sendEvent('MESSAGE_CREATE', { id: '1', channel_id: dm.id, author: { id: ann.id }, content: '' });
    const files = [{ name: 'plan.txt', mime: 'text/plain; charset=utf-8', bytes: Buffer.from('the plan') }];
    app.discord.sendText(ann, dm, '', { files });
    app.discord.mention(ann, app.discord.channel('general'), '');
    await heard(app).toEqual(['', `<@${app.discord.application.bot.id}>`]);
    const { event } = app.host.inbounds[0] ?? {};
    if (event?.type !== 'message') throw new Error('There is no message.');
    expect(event.files).toMatchObject([{ name: 'plan.txt', mime: 'text/plain', sizeBytes: 8 }]);
    const opened = await app.connection.openFile?.(event.files[0]?.ref ?? '', AbortSignal.timeout(5_000));
    const chunks: Uint8Array[] = [];
    for await (const chunk of opened?.body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('the plan');
  });

  it.each(['', '1/2', '1/2/x', 'https://evil.example/a'])('has no file %j', async (ref) => {
    const app = await connected();
    await expect(app.connection.openFile?.(ref, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: 'download_failed',
    });
  });

  it('has a file that is kept elsewhere for nobody', async () => {
    const app = await connected();
    const { ann, dm } = inDirect(app);
    const attachments = [{ id: '9', filename: 'a', size: 1, url: 'http://169.254.169.254/meta' }];
    const sent = app.discord.sendText(ann, dm, 'see', { fields: { attachments } });
    await expect(app.connection.openFile?.(`${dm.id}/${sent.id}/9`, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: 'download_failed',
      message: expect.stringContaining('not kept on Discord'),
    });
  });
});
