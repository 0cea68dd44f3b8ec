import { describe, expect, it } from 'vitest';
import { createDiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { Inbound } from '../../../src/protocol/channel.ts';
import { FakeHost, ownedElsewhere } from '../telegram/fake-host.ts';
import { type Connected, connected, listening } from './connected.ts';

const textsOf = (inbounds: readonly Inbound[]) =>
  inbounds.map(({ event }) => (event.type === 'message' || event.type === 'edit' ? event.text : event.type));
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 5_000, interval: 10 });
const heard = ({ host }: Connected) => soon(() => textsOf(host.inbounds));

function inDirect(app: Connected) {
  const ann = app.discord.person('Ann');
  return { ann, dm: app.discord.dm(ann) };
}

describe('the gateway of Discord', () => {
  it('tells of messages, which are kept with what answering them takes', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    const sent = app.discord.sendText(ann, dm, 'hello');
    await heard(app).toEqual(['hello']);
    const [inbound] = app.host.inbounds;
    expect(inbound).toMatchObject({
      dedupeKey: `message:${sent.id}`,
      address: { channel_id: dm.id },
      isShared: false,
      person: { id: ann.id, name: 'Ann' },
      isAttributable: true,
      event: { type: 'message', text: 'hello', files: [], messageId: sent.id },
    });
    expect(await app.connection.decode(inbound?.raw ?? '')).toEqual(inbound);
  });

  it('that does not let the bot read messages is told of in one line, and readiness says what to do', async () => {
    const app = await connected({}, { allowsPrivilegedIntents: false });
    app.connection.start();
    await soon(() => app.connection.readiness()).toEqual({
      ready: false,
      reason:
        'Discord does not let the bot read messages: switch on "Message Content Intent" in the developer portal, under Bot.',
    });
    const warnings = app.host.lines.filter(({ facts }) => JSON.stringify(facts).includes('Message Content Intent'));
    expect(warnings).toHaveLength(1);
  });

  it('is not asked for before Discord takes the token', async () => {
    const app = await connected({ token: 'another.token' });
    app.connection.start();
    await soon(() => app.connection.readiness()).toMatchObject({
      ready: false,
      reason: expect.stringContaining('channels.discord.token'),
    });
    expect(app.discord.calls.map(({ route }) => route)).toEqual(['GET /users/@me']);
    expect(app.host.logged).not.toContain('another.token');
  });

  it('is opened once Discord can be reached', async () => {
    const gone = await createDiscordEmulator();
    const port = Number(new URL(gone.url).port);
    await gone.close();
    const app = await connected({ api_root: gone.apiUrl });
    app.connection.start();
    await soon(() => app.connection.readiness()).toMatchObject({
      reason: 'Discord could not be reached (ECONNREFUSED). It is tried again.',
    });
    const back = await createDiscordEmulator({ port });
    try {
      await soon(() => app.connection.readiness()).toEqual({ ready: true });
    } finally {
      await app.connection.stop();
      await back.close();
    }
  });

  it('is left to the instance that has it', async () => {
    const host = new FakeHost();
    host.whileOwner = ownedElsewhere;
    const app = await connected({}, { host });
    app.connection.start();
    await soon(() => app.connection.readiness()).toEqual({ ready: true });
    expect(app.discord.gatewayConnections).toBe(0);
  });

  it.each<[string, (app: Connected) => void]>([
    ['broke', ({ discord }) => discord.cutGateway()],
    ['was to be opened anew', ({ discord }) => discord.askToReconnect()],
    ['was closed by an error', ({ discord }) => discord.closeGateway(4000)],
  ])('that %s is resumed, and nothing is missed or heard twice', async (_how, end) => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    app.discord.sendText(ann, dm, 'before');
    await heard(app).toEqual(['before']);
    end(app);
    await soon(() => app.discord.gatewayConnections).toBe(0);
    app.discord.sendText(ann, dm, 'while away');
    await heard(app).toEqual(['before', 'while away']);
    await soon(() => app.connection.readiness()).toEqual({ ready: true });
  });

  it.each<[string, (app: Connected) => void]>([
    ['of which Discord ended the session', ({ discord }) => discord.invalidateSessions()],
    ['that Discord closed for good', ({ discord }) => discord.closeGateway(1000)],
  ])('%s is opened anew', async (_how, end) => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    end(app);
    await soon(() => app.discord.gatewayConnections).toBe(0);
    await expect
      .poll(
        () => {
          app.discord.sendText(ann, dm, 'again');
          return app.host.inbounds.length;
        },
        { timeout: 15_000, interval: 100 },
      )
      .toBeGreaterThan(0);
  });

  it('is closed within a second at the stop', async () => {
    const app = await listening();
    const begunMs = performance.now();
    await app.connection.stop();
    expect(performance.now() - begunMs).toBeLessThan(1_000);
    await soon(() => app.discord.gatewayConnections).toBe(0);
  });
});

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
    const app = await listening({ groups: 'all', bots: ['777', '888'] });
    const channel = app.discord.channel('general');
    const ann = app.discord.person('Ann');
    const { bot } = app.discord.application;
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

describe('an interaction over the gateway', () => {
  it('that comes too late, or was answered by somebody else, does no harm', async () => {
    const app = await listening();
    const { discord } = app;
    const route = 'POST /interactions/:interaction/:token/callback';
    const press = (id: string) =>
      discord.sendEvent('INTERACTION_CREATE', {
        id,
        application_id: discord.application.id,
        type: 3,
        token: `token-${id}`,
        channel_id: '1',
        user: { id: '5' },
        data: { custom_id: 'x' },
      });
    const answers = () => discord.calls.filter((call) => call.route === route).length;
    discord.failNext(route, { status: 404, code: 10062, message: 'Unknown interaction' });
    press('101');
    await soon(answers).toBe(1);
    discord.failNext(route, { status: 400, code: 40060, message: 'Interaction has already been acknowledged.' });
    press('102');
    await soon(answers).toBe(2);
    discord.failNext(route, 'reset');
    press('103');
    await soon(answers).toBe(4);
    expect(app.host.inbounds.map(({ dedupeKey }) => dedupeKey)).toEqual([
      'interaction:101',
      'interaction:102',
      'interaction:103',
    ]);
    expect(app.host.logged).not.toContain('token-10');
    expect(app.connection.readiness()).toEqual({ ready: true });
  });
});
