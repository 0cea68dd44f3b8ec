import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import { eventually, result, running } from './running.ts';

interface Frame {
  op: number;
  t?: string;
  s?: number;
  d: Record<string, unknown>;
}

/** Guilds, messages and direct messages; the last bit is message content. */
const EVERYTHING = 1 | (1 << 9) | (1 << 12);
const CONTENT = 1 << 15;

/** A gateway client that keeps what it hears. */
async function connected(emulator: DiscordEmulator, path = '/gateway?v=10&encoding=json') {
  const socket = new WebSocket(`${emulator.url.replace('http', 'ws')}${path}`);
  onTestFinished(() => socket.terminate());
  const frames: Frame[] = [];
  let closeCode: number | undefined;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  socket.on('close', (code) => {
    closeCode = code;
  });
  const send = (frame: unknown) => socket.send(JSON.stringify(frame));
  const { token } = emulator.application;
  return {
    frames,
    socket,
    send,
    closeCode: () => eventually(() => closeCode),
    hello: () => eventually(() => frames.find(({ op }) => op === 10)),
    event: (type: string) => eventually(() => frames.find(({ t }) => t === type)),
    events: (type: string) => frames.filter(({ t }) => t === type),
    identify: (fields: object = {}) =>
      send({ op: 2, d: { token, intents: EVERYTHING | CONTENT, properties: {}, ...fields } }),
  };
}

describe('the emulated gateway', () => {
  it('greets, takes the bot in, tells of its guilds, and answers heartbeats', async () => {
    const emulator = await running({ heartbeatIntervalMs: 30_000 });
    emulator.channel('general');
    const client = await connected(emulator);
    expect(await client.hello()).toMatchObject({ d: { heartbeat_interval: 30_000 } });
    client.identify();
    expect((await client.event('READY')).d).toMatchObject({
      v: 10,
      user: { id: '200000000000000002', bot: true },
      application: { id: '200000000000000002' },
      guilds: [{ id: emulator.firstGuild.id, unavailable: true }],
    });
    expect((await client.event('GUILD_CREATE')).d).toMatchObject({ channels: [{ name: 'general' }] });
    client.send({ op: 1, d: 2 });
    await eventually(() => client.frames.find(({ op }) => op === 11));
    expect(emulator.gatewayConnections).toBe(1);
  });

  it.each<[why: string, frames: unknown[], code: number]>([
    ['an unknown opcode', [{ op: 77 }], 4001],
    ['a frame that is no object', ['x'], 4002],
    ['a frame above 4096 bytes', [{ op: 1, d: 'x'.repeat(4096) }], 4002],
    ['a presence before it is known who speaks', [{ op: 3, d: {} }], 4003],
    ['a wrong token', [{ op: 2, d: { token: 'wrong', intents: 0 } }], 4004],
    ['more than 120 frames a minute', Array(121).fill({ op: 1, d: null }), 4008],
    ['an unknown intent', [{ op: 2, d: { token: 'emulated.discord.token', intents: 1 << 30 } }], 4013],
    ['a shard that cannot be', [{ op: 2, d: { token: 'emulated.discord.token', intents: 0, shard: [1, 1] } }], 4010],
    ['a second identify', Array(2).fill({ op: 2, d: { token: 'emulated.discord.token', intents: 0 } }), 4005],
  ])('closes on %s', async (_why, frames, code) => {
    const client = await connected(await running());
    await client.hello();
    for (const frame of frames) client.send(frame);
    expect(await client.closeCode()).toBe(code);
  });

  it('closes on message content that the portal does not allow, and on another API version', async () => {
    const emulator = await running({ allowsPrivilegedIntents: false });
    const client = await connected(emulator);
    await client.hello();
    client.identify();
    expect(await client.closeCode()).toBe(4014);
    expect(await (await connected(emulator, '/gateway?v=9&encoding=json')).closeCode()).toBe(4012);
  });

  it('keeps content from a session without the intent, but for direct messages and mentions', async () => {
    const emulator = await running();
    const [ann, { id }] = [emulator.person('Ann'), emulator.channel('general')];
    const client = await connected(emulator);
    await client.hello();
    client.identify({ intents: EVERYTHING });
    await client.event('GUILD_CREATE');
    emulator.sendText(ann, id, 'secret');
    emulator.mention(ann, id, 'hey');
    emulator.sendText(ann, emulator.dm(ann), 'direct');
    await eventually(() => client.events('MESSAGE_CREATE').length === 3);
    const heard = client.events('MESSAGE_CREATE').map(({ d }) => [d.content, d.channel_type, d.guild_id]);
    const guildId = emulator.firstGuild.id;
    expect(heard).toEqual([
      ['', 0, guildId],
      ['<@200000000000000002> hey', 0, guildId],
      ['direct', 1, undefined],
    ]);
  });

  it('tells only what the intents ask for, and of edits, previews, threads and own messages', async () => {
    const emulator = await running();
    const [ann, { id }] = [emulator.person('Ann'), emulator.channel('general')];
    const [all, few] = [await connected(emulator), await connected(emulator)];
    for (const client of [all, few]) await client.hello();
    all.identify();
    few.identify({ intents: 1 << 12 });
    await Promise.all([all.event('GUILD_CREATE'), few.event('READY')]);
    const typed = emulator.sendText(ann, id, 'see https://a.example');
    emulator.unfurl(typed, { url: 'https://a.example', title: 'A' });
    emulator.edit(ann, typed, 'see');
    await result(emulator, `POST /channels/${id}/messages`, { content: 'own' });
    const thread = emulator.thread(ann, id, 'more', typed);
    emulator.sendText(ann, thread, 'in it');
    emulator.sendText(ann, emulator.dm(ann), 'direct');
    await eventually(() => all.events('MESSAGE_CREATE').length === 4);
    expect(all.events('MESSAGE_UPDATE').map(({ d }) => d.edited_timestamp === null)).toEqual([true, false]);
    expect(all.events('THREAD_CREATE')).toMatchObject([{ d: { id: typed.id, parent_id: id, newly_created: true } }]);
    expect(all.events('MESSAGE_CREATE')[2]).toMatchObject({ d: { channel_type: 11, channel_id: typed.id } });
    await few.event('MESSAGE_CREATE');
    expect(few.frames.map(({ t }) => t)).toEqual([undefined, 'READY', 'MESSAGE_CREATE']);
  });

  it('tells again what a lost connection missed, and nothing of a session that is over', async () => {
    const emulator = await running();
    const [ann, { id }] = [emulator.person('Ann'), emulator.channel('general')];
    const lost = await connected(emulator);
    await lost.hello();
    lost.identify();
    await lost.event('GUILD_CREATE');
    emulator.cutGateway();
    await lost.closeCode();
    emulator.sendText(ann, id, 'missed');
    const { session_id } = (await lost.event('READY')).d;
    const resume = { op: 6, d: { token: emulator.application.token, session_id, seq: 2 } };
    const next = await connected(emulator);
    await next.hello();
    next.send(resume);
    await next.event('RESUMED');
    expect(next.frames.slice(1).map(({ t, s, d }) => [t, s, d.content])).toEqual([
      ['MESSAGE_CREATE', 3, 'missed'],
      ['RESUMED', 4, undefined],
    ]);
    emulator.invalidateSessions();
    await eventually(() => next.frames.find(({ op }) => op === 9));
    next.send(resume);
    await eventually(() => next.frames.filter(({ op }) => op === 9).length === 2);
    emulator.askToReconnect();
    await eventually(() => next.frames.find(({ op }) => op === 7));
  });
});
