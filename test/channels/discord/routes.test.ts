import { describe, expect, it } from 'vitest';
import { createDiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { Inbound, Received } from '../../../src/protocol/inbound.ts';
import { type Connected, connected, hostOfToday, type Post, postTo, signed } from './connected.ts';

/** What the host's clock says, in seconds. */
const NOW = 1_767_225_000;

const PRESS = {
  id: '1457536583141163186',
  application_id: '200000000000000002',
  type: 3,
  token: 'a-secret-token',
  channel_id: '22',
  context: 1,
  user: { id: '33', username: 'ann', global_name: 'Ann' },
  locale: 'de',
  data: { component_type: 2, custom_id: 'v' },
  message: { id: '44', components: [{ type: 1, components: [{ type: 2, custom_id: 'v', label: 'Yes' }] }] },
};
const ASK = {
  ...PRESS,
  id: '1457536583141164001',
  type: 2,
  data: { id: '1', name: 'ask', type: 1, options: [{ name: 'text', type: 3, value: 'why' }] },
  message: undefined,
};
const body = (changed: object = {}, of: object = PRESS) => JSON.stringify({ ...of, ...changed });
const post = (app: Connected, text: string) => postTo(app, signed(app, text, NOW));
const told = (code: 'expired' | 'recorded' | 'received', text = 'words'): Received => ({
  status: 'ignored',
  toast: { code, text },
});

describe('an interaction over HTTP', () => {
  it('is kept before it is answered, with its token beside it, which no log line shows', async () => {
    const app = await connected();
    expect(await post(app, body())).toEqual({ status: 200, body: { type: 6 } });
    const [inbound] = app.host.inbounds;
    expect(inbound).toMatchObject({
      dedupeKey: 'interaction:1457536583141163186',
      secret: 'source:1457536583141163186:200000000000000002:44:a-secret-token',
      address: { channel_id: '22' },
      isShared: false,
      person: { id: '33', name: 'Ann', locale: 'de' },
      isAttributable: true,
      event: { type: 'press', data: ['v'], label: 'Yes', messageId: '44', mayBeMessage: true },
    });
    expect(await app.connection.decode(inbound?.raw ?? '')).toEqual(inbound);
    expect(app.host.logged).not.toContain('a-secret-token');
  });

  it('that is a PING is answered with a PONG, and leaves nothing', async () => {
    const app = await connected();
    expect(await post(app, body({ type: 1, data: undefined }))).toEqual({ status: 200, body: { type: 1 } });
    expect(app.host.inbounds).toEqual([]);
  });

  it.each([
    [NOW - 301, 'older than five minutes'],
    [NOW + 301, 'in the future'],
  ])('that was signed at %i is refused: %s', async (time) => {
    const app = await connected();
    expect(await postTo(app, signed(app, body(), time))).toMatchObject({
      status: 401,
      body: { error: { code: 'webhook_secret_wrong' } },
    });
    expect(app.host.inbounds).toEqual([]);
  });

  it.each([NOW - 299, NOW + 299])('that was signed at %i is taken', async (time) => {
    const app = await connected();
    expect((await postTo(app, signed(app, body(), time))).status).toBe(200);
  });

  it.each<[string, (good: Post) => Post]>([
    ['no signature', ({ body: text }) => ({ body: text, headers: {} })],
    ['no time', ({ body: text, headers }) => ({ body: text, headers: without(headers, 'x-signature-timestamp') })],
    ['no number', (good) => withTime(good, 'now')],
    ['a number and more', (good) => withTime(good, `${NOW}x`)],
    ['Infinity', (good) => withTime(good, 'Infinity')],
    ['a number in hexadecimal', (good) => withTime(good, `0x${NOW.toString(16)}`)],
    ['another time', (good) => withTime(good, String(NOW + 1))],
    ['another body', ({ headers }) => ({ body: body({ channel_id: '23' }), headers })],
    ['half a signature', (good) => withSignature(good, (given) => given.slice(0, 64))],
    ['a signature that is none', (good) => withSignature(good, () => 'zz'.repeat(64))],
    ['a signature of zeros', (good) => withSignature(good, () => '00'.repeat(64))],
  ])('with %s is refused, and leaves nothing', async (_what, forge) => {
    const app = await connected();
    expect((await postTo(app, forge(signed(app, body(), NOW)))).status).toBe(401);
    expect(app.host.inbounds).toEqual([]);
  });

  it('of another application is refused', async () => {
    const [app, other] = [await connected(), await createDiscordEmulator()];
    const forged = signed({ discord: other }, body(), NOW);
    await other.close();
    expect((await postTo(app, forged)).status).toBe(401);
  });

  it('that comes again gets the same answer, and is told to the service once', async () => {
    const app = await connected();
    app.host.onReceive = () => told('expired');
    const first = await post(app, body());
    app.host.onReceive = () => told('recorded');
    expect([first, await post(app, body())]).toEqual([
      { status: 200, body: { type: 4, data: { content: 'words', flags: 64, allowed_mentions: { parse: [] } } } },
      first,
    ]);
    expect(app.host.inbounds).toHaveLength(1);
  });

  it('shows nothing of its own where the conversation shows it anyway', async () => {
    const app = await connected();
    for (const code of ['recorded', 'received'] as const) {
      app.host.onReceive = () => told(code);
      expect(await post(app, body({ id: code }))).toEqual({ status: 200, body: { type: 6 } });
    }
  });

  it('that could not be kept gets no answer, so that its person sees it failed and presses again', async () => {
    const app = await connected();
    app.host.onReceive = () => Promise.reject(new Error('the disk is full'));
    expect((await post(app, body())).status).toBe(503);
    app.host.onReceive = () => told('recorded');
    expect((await post(app, body())).status).toBe(200);
  });

  it('is answered within three seconds by a store that is slow, and told the rest afterwards [CH-50]', async () => {
    const app = await connected({}, { host: hostOfToday() });
    const ann = app.discord.person('Ann');
    const dm = app.discord.dm(ann);
    let finish = (_: Received) => {};
    app.host.onReceive = () => new Promise((resolve) => (finish = resolve));
    const interaction = await pressInEmulator(app, ann, dm);
    const begunMs = performance.now();
    const nowSec = Math.floor(Date.now() / 1000);
    const answer = await postTo(app, signed(app, JSON.stringify(interaction), nowSec));
    expect(answer).toEqual({ status: 200, body: { type: 6 } });
    expect(performance.now() - begunMs).toBeLessThan(3_000);
    finish(told('expired', 'too late'));
    await expect
      .poll(() => app.discord.calls.map(({ route, body: sent }) => [route, (sent as { content?: string }).content]))
      .toContainEqual(['POST /webhooks/:application/:token', 'too late']);
  });

  it.each([
    ['a select that was cleared', { data: { component_type: 3, custom_id: 'menu', values: [] } }, { type: 6 }],
    ['a modal that we never opened', { type: 5, data: { custom_id: 'm', components: [] } }, { type: 6 }],
    ['a kind from tomorrow', { type: 77 }, { type: 6 }],
    ['the search for suggestions', { type: 4 }, { type: 8, data: { choices: [] } }],
  ])('that is %s is answered, and leaves nothing', async (_what, changed, expected) => {
    const app = await connected();
    expect(await post(app, body(changed))).toEqual({ status: 200, body: expected });
    expect(app.host.inbounds).toEqual([]);
  });

  it('that is a command is a message, whose reply follows', async () => {
    const app = await connected();
    expect(await post(app, body({}, ASK))).toEqual({ status: 200, body: { type: 5 } });
    expect(app.host.inbounds[0]).toMatchObject({
      secret: 'waiting:1457536583141164001:200000000000000002::a-secret-token',
      event: { type: 'message', text: 'why', files: [] },
    });
    const sub = { name: 'do', options: [{ type: 1, name: 'now', options: [{ value: 'a' }, { value: 7 }] }] };
    await post(app, body({ id: '2', data: sub }, ASK));
    await post(app, body({ id: '3', data: { name: 'stop' } }, ASK));
    const texts = app.host.inbounds.map(({ event }: Inbound) => (event.type === 'message' ? event.text : event.type));
    expect(texts).toEqual(['why', 'a 7', '/stop']);
  });

  it('is heard from those on the list only: a press of others is taken, a command leaves nothing behind', async () => {
    const app = await connected({ allow: ['7', '8', '9'] });
    expect(await post(app, body())).toEqual({ status: 200, body: { type: 6 } });
    expect(await post(app, body({}, ASK))).toEqual({ status: 200, body: { type: 5, data: { flags: 64 } } });
    await expect
      .poll(() => app.discord.calls.map(({ route }) => route))
      .toEqual(['DELETE /webhooks/:application/:token/messages/:message']);
    for (const [id, changed] of [
      ['a', { channel_id: '7' }],
      ['b', { user: { id: '8' } }],
      ['c', { guild_id: '9' }],
    ] as const) {
      await post(app, body({ ...changed, id }));
    }
    expect(app.host.inbounds.map(({ dedupeKey }) => dedupeKey)).toEqual([
      'interaction:a',
      'interaction:b',
      'interaction:c',
    ]);
  });

  it.each(['', '[]', 'null', '{', '"x"', '{"id":"1","type":3}'])('is refused when it is none: %j', async (text) => {
    const app = await connected();
    expect((await post(app, text)).status).toBe(400);
  });

  it('has no route where interactions come over the gateway', async () => {
    expect((await connected({ interactions: 'gateway' })).connection.routes).toEqual([]);
  });

  it.each([
    ['in a server', { guild_id: '5', context: 0 }, true],
    ['in the direct messages with the bot', { context: 1 }, false],
    ['in a group that the bot is no member of', { context: 2 }, true],
    ['in direct messages, as older payloads tell it', { context: undefined, channel: { type: 1 } }, false],
    ['somewhere', { context: undefined }, true],
  ])('%s: whether others read along is %j', async (_where, changed, isShared) => {
    const app = await connected();
    await post(app, body(changed));
    expect(app.host.inbounds[0]?.isShared).toBe(isShared);
  });
});

/** A press that the emulator knows, so that its token works; the app does not hear of it from there. */
async function pressInEmulator({ discord }: Connected, ann: { id: string }, dm: { id: string }): Promise<object> {
  const { id, token } = discord.application;
  const sent = await fetch(`${discord.apiUrl}/v10/channels/${dm.id}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bot ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      content: 'Go?',
      components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Yes', custom_id: 'v' }] }],
    }),
  });
  const { interaction } = await discord.press(ann, (await sent.json()) as { channel_id: string; id: string }, 'Yes');
  return { ...interaction, application_id: id };
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

function withTime({ body: text, headers }: Post, time: string): Post {
  return { body: text, headers: { ...headers, 'x-signature-timestamp': time } };
}

function withSignature({ body: text, headers }: Post, change: (given: string) => string): Post {
  const name = 'x-signature-ed25519';
  return { body: text, headers: { ...headers, [name]: change(headers[name] ?? '') } };
}
