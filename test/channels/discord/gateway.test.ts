import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDiscordEmulator } from '../../../src/emulators/discord/index.ts';
import { freePort } from '../../free-port.ts';
import { FakeHost, ownedElsewhere } from '../telegram/fake-host.ts';
import { type Connected, connected, heard, inDirect, listening, soon } from './connected.ts';

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
    const port = await freePort();
    const gone = await createDiscordEmulator({ port });
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

  it('of which Discord ended the session is opened anew', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    app.discord.invalidateSessions();
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

  it('that was away for a while tells what was missed, and readiness says that it is away', async () => {
    const app = await listening();
    const { ann, dm } = inDirect(app);
    app.discord.setGatewayAway(true);
    await soon(() => app.connection.readiness()).toEqual({
      ready: false,
      reason: 'The gateway of Discord cannot be reached. It is tried again.',
    });
    app.discord.sendText(ann, dm, 'while away');
    app.discord.setGatewayAway(false);
    await heard(app).toEqual(['while away']);
    await soon(() => app.connection.readiness()).toEqual({ ready: true });
  });

  it('is not opened any more after a stop while it was away', async () => {
    const app = await listening();
    app.discord.setGatewayAway(true);
    await soon(() => app.connection.readiness()).toMatchObject({ ready: false });
    await app.connection.stop();
    app.discord.setGatewayAway(false);
    let opened = 0;
    const watch = setInterval(() => {
      opened = Math.max(opened, app.discord.gatewayConnections);
    }, 5);
    // The library tries every half second.
    await sleep(1_500);
    clearInterval(watch);
    expect(opened).toBe(0);
  });

  it('is opened again when Discord has begun anew', async () => {
    const port = await freePort();
    const app = await listening({}, { port });
    await app.discord.close();
    await soon(() => app.connection.readiness()).toMatchObject({ ready: false });
    const back = await createDiscordEmulator({ port });
    try {
      await expect.poll(() => app.connection.readiness(), { timeout: 15_000, interval: 20 }).toEqual({ ready: true });
      expect(back.gatewayConnections).toBe(1);
    } finally {
      await app.connection.stop();
      await back.close();
    }
  });

  it('is closed within a second at the stop', async () => {
    const app = await listening();
    const begunMs = performance.now();
    await app.connection.stop();
    expect(performance.now() - begunMs).toBeLessThan(1_000);
    await soon(() => app.discord.gatewayConnections).toBe(0);
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
