import { describe, expect, it } from 'vitest';
import { writeSecret } from '../../../src/channels/discord/interaction-secret.ts';
import { createDiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { DeliveryRequest } from '../../../src/protocol/channel.ts';
import { freePort } from '../../free-port.ts';
import { type Connected, connected, hostOfToday, listening } from './connected.ts';

const SEND = 'POST /channels/:channel/messages';
const BUTTONS = [{ type: 1, components: [{ type: 2, style: 2, label: 'Yes', custom_id: 'ui_a#0' }] }];

async function inChannel(settings: object = {}) {
  const app = await connected(settings, { host: hostOfToday() });
  return { app, channel: app.discord.channel('general').id };
}

const send = ({ connection }: Connected, channel: string, payload: unknown, more: Partial<DeliveryRequest> = {}) =>
  connection.deliver({
    deliveryId: 'dlv_1',
    kind: 'send',
    payload,
    conversation: `discord:${channel}`,
    ...more,
  });
const contents = ({ discord }: Connected, channel: string) => discord.messages(channel).map(({ content }) => content);
const bodies = ({ discord }: Connected) => discord.calls.map(({ body }) => body as Record<string, unknown>);

describe('a message to Discord', () => {
  it('goes out as it was printed, and gives its id', async () => {
    const { app, channel } = await inChannel();
    const outcome = await send(app, channel, { content: 'Go?', components: BUTTONS });
    const [message] = app.discord.messages(channel);
    expect(outcome).toEqual({ status: 'delivered', receipt: message?.id });
    expect(message).toMatchObject({ content: 'Go?', components: [{ components: [{ custom_id: 'ui_a#0' }] }] });
  });

  it('that went out twice is shown once, and another delivery of the same words is another message', async () => {
    const { app, channel } = await inChannel();
    const first = await send(app, channel, { content: 'hi' });
    expect(await send(app, channel, { content: 'hi' })).toEqual(first);
    await send(app, channel, { content: 'hi' }, { deliveryId: 'dlv_2' });
    expect(contents(app, channel)).toEqual(['hi', 'hi']);
    expect(bodies(app)[0]).toMatchObject({ nonce: expect.stringMatching(/^[\w-]{22}$/), enforce_nonce: true });
  });

  it('pings nobody, unless its template says whom [CH-58]', async () => {
    const { app, channel } = await inChannel();
    const { id } = app.discord.person('Ann');
    const content = `@everyone <@${id}>`;
    const allowed_mentions = { users: [id] };
    const sent = await send(app, channel, { content });
    await send(app, channel, { content: `${content}!` }, { kind: 'edit', targetReceipt: receiptOf(sent) });
    await send(app, channel, { content, allowed_mentions }, { deliveryId: 'dlv_2' });
    expect(bodies(app).map((body) => body.allowed_mentions)).toEqual([{ parse: [] }, { parse: [] }, { users: [id] }]);
    expect(app.discord.messages(channel).map((message) => app.discord.pings(message).users)).toEqual([[], [id]]);
  });

  it('waits as long as Discord asks, and makes no other call', async () => {
    const { app, channel } = await inChannel();
    app.discord.failNext(SEND, { retryAfterSec: 33 });
    const outcome = await send(app, channel, { content: 'hi' });
    expect(outcome).toEqual({ status: 'throttled', retryAfterMs: expect.any(Number) });
    expect((outcome as { retryAfterMs: number }).retryAfterMs).toBeGreaterThanOrEqual(33_000);
    expect((outcome as { retryAfterMs: number }).retryAfterMs).toBeLessThan(34_000);
    expect(app.discord.calls).toHaveLength(1);
  });

  it('waits only in its own channel, unless Discord means the whole bot', async () => {
    const { app, channel } = await inChannel();
    const other = app.discord.channel('other').id;
    app.discord.failNext(SEND, { retryAfterSec: 33 });
    await send(app, channel, { content: 'hi' });
    expect(await send(app, other, { content: 'hi' })).toMatchObject({ status: 'delivered' });
    app.discord.failNext(SEND, { retryAfterSec: 7, isGlobal: true });
    expect(await send(app, other, { content: 'ho' }, { deliveryId: 'd2' })).toMatchObject({
      status: 'throttled',
      holds: 'channel',
    });
  });

  it.each([
    [10003, 404, 'Unknown Channel', 'refused', 'Discord refused a message: 10003 (Unknown Channel)'],
    [50001, 403, 'Missing Access', 'refused', 'Discord refused a message: 50001 (Missing Access)'],
    [50013, 403, 'Missing Permissions', 'refused', 'Discord refused a message: 50013 (Missing Permissions)'],
    [50007, 403, 'Cannot send messages to this user', 'refused', expect.stringContaining('50007')],
    [50006, 400, 'Cannot send an empty message', 'refused', expect.stringContaining('50006')],
    [0, 401, '401: Unauthorized', 'unreached', expect.stringContaining('channels.discord.token')],
    [40333, 403, 'internal network error', 'unreached', 'Discord answered 40333'],
  ])('that is answered with %i (%i, %s) is %s', async (code, status, message, outcome, reason) => {
    const { app, channel } = await inChannel();
    app.discord.failNext(SEND, { status, code, message });
    expect(await send(app, channel, { content: 'hi' })).toEqual({ status: outcome, reason });
    expect(app.discord.calls).toHaveLength(1);
  });

  it.each([
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unreached'],
    ['reset', 'unknown'],
  ] as const)('of which came %s is %s', async (fault, status) => {
    const { app, channel } = await inChannel();
    app.discord.failNext(SEND, fault);
    expect(await send(app, channel, { content: 'hi' })).toMatchObject({ status });
    expect(app.discord.calls).toHaveLength(1);
  });

  it('was surely not sent when nothing listens', async () => {
    const gone = await createDiscordEmulator({ port: await freePort() });
    await gone.close();
    const { app, channel } = await inChannel({ api_root: gone.apiUrl });
    expect(await send(app, channel, { content: 'hi' })).toEqual({
      status: 'unreached',
      reason: 'Discord could not be reached (ECONNREFUSED)',
    });
  });

  it('is sent with the same token again after Discord once did not take it', async () => {
    const { app, channel } = await inChannel();
    app.discord.failNext(SEND, { status: 401, code: 0, message: '401: Unauthorized' });
    await send(app, channel, { content: 'hi' });
    expect(app.connection.readiness()).toMatchObject({ ready: false });
    expect(await send(app, channel, { content: 'hi' })).toMatchObject({ status: 'delivered' });
  });

  it('is sent without the components that Discord refuses: its text says it all [CH-61]', async () => {
    const { app, channel } = await inChannel();
    for (const [at, wrong] of [
      [...BUTTONS, ...BUTTONS],
      [{ type: 1, components: [{ type: 2, style: 2, label: 'x'.repeat(81), custom_id: 'a' }] }],
      [{ type: 1, components: [{ type: 2, style: 2, label: 'x', custom_id: 'a', emoji: 'black_nib' }] }],
    ].entries()) {
      const outcome = await send(app, channel, { content: 'Go?', components: wrong }, { deliveryId: `dlv_${at}` });
      expect(outcome).toMatchObject({ status: 'delivered', notes: [{ code: 'buttons_as_text' }] });
    }
    expect(contents(app, channel)).toEqual(['Go?', 'Go?', 'Go?']);
  });

  it('that is refused leaves none of its words in the reason or the log', async () => {
    const { app, channel } = await inChannel();
    const content = `a secret ${'x'.repeat(2_000)}`;
    expect(await send(app, channel, { content })).toEqual({
      status: 'refused',
      reason: expect.stringContaining('50035 (Invalid Form Body content[BASE_TYPE_MAX_LENGTH]'),
    });
    app.discord.failNext(SEND, { status: 400, code: 50035, message: 'Value "a secret" is not one of "b".' });
    const outcome = await send(app, channel, { content: 'a secret' });
    expect(JSON.stringify([outcome, app.host.lines])).not.toContain('a secret');
  });

  it.each([[undefined], [null], ['text'], [[]]])('is refused when it is %j', async (payload) => {
    const { app, channel } = await inChannel();
    expect(await send(app, channel, payload)).toMatchObject({ status: 'refused' });
  });

  it('is refused for a conversation of another platform', async () => {
    const { app } = await inChannel();
    expect(await send(app, 'x', { content: 'hi' })).toMatchObject({ status: 'refused' });
    expect(app.discord.calls).toEqual([]);
  });
});

describe('an edit', () => {
  it('changes its message, twice as once, and keeps its id', async () => {
    const { app, channel } = await inChannel();
    const receipt = receiptOf(await send(app, channel, { content: 'Go?', components: BUTTONS }));
    const edit = { kind: 'edit' as const, targetReceipt: receipt, deliveryId: 'dlv_2' };
    for (let time = 0; time < 2; time++) {
      expect(await send(app, channel, { content: 'Gone.', components: [] }, edit)).toEqual({
        status: 'delivered',
        receipt,
      });
    }
    expect(app.discord.messages(channel)).toMatchObject([{ content: 'Gone.', components: [] }]);
  });

  it('of what is gone, or never was, is refused', async () => {
    const { app, channel } = await inChannel();
    expect(await send(app, channel, { content: 'x' }, { kind: 'edit', targetReceipt: '123' })).toMatchObject({
      status: 'refused',
      reason: 'Discord refused an edit: 10008 (Unknown Message)',
    });
    expect(await send(app, channel, { content: 'x' }, { kind: 'edit', targetReceipt: '../1' })).toMatchObject({
      reason: 'The receipt of the message to change is none of Discord',
    });
  });
});

describe('what answers an interaction', () => {
  /** A press that was answered with type 6, and its secret. */
  async function pressed(answerType = 6) {
    const app = await listening();
    const { discord } = app;
    const ann = discord.person('Ann');
    const channel = discord.channel('general').id;
    await send(app, channel, { content: 'Go?', components: BUTTONS });
    const [question] = discord.messages(channel);
    const { interaction, responseType } = await discord.press(ann, question as never, 'Yes');
    expect(responseType).toBe(answerType);
    return { app, channel, question, secret: app.host.inbounds[0]?.secret, interaction };
  }

  it('changes the message with the button by the token of the press', async () => {
    const { app, channel, question, secret } = await pressed();
    const edit = { kind: 'edit' as const, targetReceipt: question?.id ?? '', ...(secret && { secret }) };
    await send(app, channel, { content: 'Gone.', components: [] }, edit);
    expect(app.discord.calls.at(-1)?.route).toBe('PATCH /webhooks/:application/:token/messages/:message');
    expect(contents(app, channel)).toEqual(['Gone.']);
    expect(app.host.logged).not.toContain(secret?.split(':').at(-1));
  });

  it('changes another message than that by the bot', async () => {
    const { app, channel, secret } = await pressed();
    const receipt = receiptOf(await send(app, channel, { content: 'Other?' }, { deliveryId: 'dlv_2' }));
    await send(
      app,
      channel,
      { content: 'Changed.' },
      { kind: 'edit', targetReceipt: receipt, ...(secret && { secret }) },
    );
    expect(contents(app, channel)).toEqual(['Go?', 'Changed.']);
  });

  it('changes it by the bot once the token has expired', async () => {
    const { app, channel, question, secret } = await pressed();
    app.discord.expireInteractionTokens();
    const edit = { kind: 'edit' as const, targetReceipt: question?.id ?? '', ...(secret && { secret }) };
    expect(await send(app, channel, { content: 'Gone.' }, edit)).toMatchObject({ status: 'delivered' });
    expect(contents(app, channel)).toEqual(['Gone.']);
    expect(app.connection.readiness()).toEqual({ ready: true });
  });

  it.each([
    [10062, 404, 'Unknown interaction'],
    [10015, 404, 'Unknown Webhook'],
    [50027, 401, 'Invalid Webhook Token'],
    [10008, 404, 'Unknown Message'],
  ])('goes by the bot where the token is answered with %i', async (code, status, message) => {
    const app = await connected({}, { host: hostOfToday() });
    const channel = app.discord.channel('general').id;
    app.discord.failNext('PATCH /webhooks/:application/:token/messages/:message', { status, code, message });
    const secret = writeSecret({
      original: 'waiting',
      interactionId: '1',
      applicationId: app.discord.application.id,
      sourceId: '',
      token: 'a-token',
    });
    expect(await send(app, channel, { content: 'hi' }, { secret })).toMatchObject({ status: 'delivered' });
    expect(contents(app, channel)).toEqual(['hi']);
  });

  it('waits for the first answer that is still on its way to Discord', async () => {
    const app = await connected({}, { host: hostOfToday() });
    const { discord } = app;
    const channel = discord.channel('general').id;
    const id = String(BigInt(Date.now() - 1_420_070_400_000) << 22n);
    const route = 'PATCH /webhooks/:application/:token/messages/:message';
    for (let time = 0; time < 3; time++) {
      discord.failNext(route, { status: 404, code: 10015, message: 'Unknown Webhook' });
    }
    discord.failNext(route, { status: 400, code: 50006, message: 'Cannot send an empty message' });
    const secret = writeSecret({
      original: 'waiting',
      interactionId: id,
      applicationId: discord.application.id,
      sourceId: '',
      token: 'a-token',
    });
    expect(await send(app, channel, { content: 'hi' }, { secret })).toMatchObject({ status: 'refused' });
    expect(discord.calls.map((call) => call.route)).toEqual([route, route, route, route]);
  });
});

describe('a file', () => {
  const file = { name: 'note.txt', mime: 'text/plain', data: Buffer.from('hello').toString('base64') };

  it('goes out as one', async () => {
    const { app, channel } = await inChannel();
    const outcome = await send(app, channel, { file });
    expect(outcome).toMatchObject({ status: 'delivered' });
    const [message] = app.discord.messages(channel);
    expect(message).toMatchObject({ content: '', attachments: [{ filename: 'note.txt', size: 5 }] });
    expect(await (await fetch(message?.attachments[0]?.url ?? '')).text()).toBe('hello');
  });

  it('in the place of a waiting reply is there once, however often it is sent', async () => {
    const app = await listening();
    const { discord, host } = app;
    const channel = discord.channel('general').id;
    await fetch(`${discord.apiUrl}/v10/applications/${discord.application.id}/commands`, {
      method: 'PUT',
      headers: { Authorization: `Bot ${discord.application.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify([{ name: 'file', description: 'Sends a file' }]),
    });
    await discord.slashCommand(discord.person('Ann'), channel, 'file');
    const secret = host.inbounds[0]?.secret ?? '';
    for (let time = 0; time < 2; time++) {
      expect(await send(app, channel, { file }, { secret })).toMatchObject({ status: 'delivered' });
    }
    const shown = discord.messages(channel).map(({ attachments }) => attachments.map(({ filename }) => filename));
    expect(shown).toEqual([['note.txt']]);
  });

  it('that cannot be had, is too large or is not taken is named instead', async () => {
    const { app, channel } = await inChannel();
    const named = { status: 'delivered', notes: [{ code: 'file_as_text' }] };
    const url = 'https://files.example/a.txt';
    expect(await send(app, channel, { file: { name: '__a__.txt', mime: 'text/plain', url } })).toMatchObject(named);
    const large = { ...file, data: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') };
    expect(await send(app, channel, { file: large }, { deliveryId: 'd2' })).toMatchObject(named);
    app.discord.failNext(SEND, { status: 413, code: 40005, message: 'Request entity too large' });
    expect(await send(app, channel, { file }, { deliveryId: 'd3' })).toMatchObject(named);
    expect(contents(app, channel)).toEqual([`\\_\\_a\\_\\_.txt: ${url}`, 'note.txt', 'note.txt']);
  });
});

function receiptOf(outcome: { status: string; receipt?: string }): string {
  expect(outcome.status).toBe('delivered');
  return outcome.receipt ?? '';
}
