import { describe, expect, it } from 'vitest';
import type { DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { Interaction, Message } from '../../../src/emulators/discord/wire.ts';
import { listening } from './endpoint.ts';
import { call, eventually, result, row, running } from './running.ts';

/** An app that takes every interaction with 202, so that the test answers it over REST. */
async function deferring(emulator: DiscordEmulator) {
  const app = await listening({
    publicKey: emulator.application.publicKey,
    answer: (_interaction, response) => void response.writeHead(202).end(),
  });
  await emulator.setInteractionsUrl(app.url);
  return {
    heard: app.heard,
    answer: ({ id, token }: Interaction, body: object, query = '') =>
      call(emulator, `POST /interactions/${id}/${token}/callback${query}`, body),
    webhook: ({ application_id, token }: Interaction, method: string, path = '', body?: object) =>
      call(emulator, `${method} /webhooks/${application_id}/${token}${path}`, body),
  };
}

async function asked(emulator: DiscordEmulator): Promise<{ question: Message; channelId: string }> {
  const channelId = emulator.channel('general').id;
  const body = { content: 'Which?', components: [row('a', 'b')] };
  return { question: await result(emulator, `POST /channels/${channelId}/messages`, body), channelId };
}

describe('an interactions endpoint', () => {
  it('is taken when it answers a PING and refuses a wrong signature with 401', async () => {
    const emulator = await running();
    const { publicKey } = emulator.application;
    expect(await emulator.setInteractionsUrl((await listening({ publicKey })).url)).toEqual({ isVerified: true });
    const careless = await listening({ publicKey, verifies: false });
    expect(await emulator.setInteractionsUrl(careless.url)).toEqual({
      isVerified: false,
      fault: 'a wrong signature was answered with status 200, not 401',
    });
    expect(await emulator.setInteractionsUrl('http://127.0.0.1:9')).toMatchObject({ isVerified: false });
  });

  it('answers a press in the HTTP response: the message changes, and nobody else saw a thing', async () => {
    const emulator = await running();
    const { question, channelId } = await asked(emulator);
    const app = await listening({
      publicKey: emulator.application.publicKey,
      answer: () => ({ type: 7, data: { content: 'Chosen: b', components: [] } }),
    });
    await emulator.setInteractionsUrl(app.url);
    const outcome = await emulator.press(emulator.person('Ann'), question, 'b');
    expect(outcome).toMatchObject({ isAnswered: true, status: 200, responseType: 7 });
    expect(app.heard).toMatchObject([
      {
        type: 3,
        data: { component_type: 2, custom_id: 'b', id: 3 },
        channel_id: channelId,
        guild_id: emulator.firstGuild.id,
        member: { user: { global_name: 'Ann' } },
        message: { id: question.id },
      },
    ]);
    expect(emulator.messages(channelId)).toMatchObject([{ content: 'Chosen: b', components: [] }]);
  });

  it('shows a failure when the answer is wrong, refused or missing', async () => {
    const emulator = await running();
    const { question } = await asked(emulator);
    const ann = emulator.person('Ann');
    const answers: (object | undefined)[] = [{ type: 4, data: { content: '' } }, { type: 99 }];
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => answers.shift() });
    await emulator.setInteractionsUrl(app.url);
    const press = () => emulator.press(ann, question, 0);
    expect(await press()).toMatchObject({
      isAnswered: false,
      status: 200,
      refusal: '50006: Cannot send an empty message',
    });
    expect(await press()).toMatchObject({ isAnswered: false, refusal: '50035: Invalid Form Body' });
    expect(app.heard.length).toBe(2);
    await emulator.setInteractionsUrl(undefined);
    // Nobody is at the gateway.
    expect(await press()).toMatchObject({ isAnswered: false });
  });

  it('shows a failure when the app says nothing in time', async () => {
    const emulator = await running({ responseTimeoutMs: 500 });
    const { question } = await asked(emulator);
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => undefined });
    while (!(await emulator.setInteractionsUrl(app.url)).isVerified);
    const pressed = await emulator.press(emulator.person('Ann'), question, 0);
    expect([pressed.isAnswered, app.heard.length]).toEqual([false, 1]);
  });
});

describe('answers over REST', () => {
  it('takes the first one only, and only in time', async () => {
    let nowMs = 1_800_000_000_000;
    const emulator = await running({ now: () => nowMs });
    const { question } = await asked(emulator);
    const app = await deferring(emulator);
    const ann = emulator.person('Ann');
    const pressed = emulator.press(ann, question, 0);
    const interaction = await eventually(() => app.heard[0]);
    expect((await app.answer({ ...interaction, id: '1' }, { type: 6 })).body).toMatchObject({ code: 10062 });
    const first = await app.answer(interaction, { type: 6 });
    expect([first.status, first.headers.get('content-type')]).toEqual([204, null]);
    const second = await app.answer(interaction, { type: 6 });
    expect([second.status, second.body?.code]).toEqual([400, 40060]);
    expect(await pressed).toMatchObject({ isAnswered: true, responseType: 6 });

    void emulator.press(ann, question, 0);
    const late = await eventually(() => app.heard[1]);
    nowMs += 3001;
    const answer = await app.answer(late, { type: 6 });
    expect([answer.status, answer.body]).toEqual([404, { message: 'Unknown interaction', code: 10062 }]);
    await app.webhook(interaction, 'PATCH', '/messages/@original', { content: 'edited' });
    expect(emulator.messages(question.channel_id)).toMatchObject([{ content: 'edited' }]);
    nowMs += 15 * 60_000;
    const expired = await app.webhook(interaction, 'PATCH', '/messages/@original', { content: 'too late' });
    expect([expired.status, expired.body?.code]).toEqual([401, 50027]);
  });

  it('fills a deferred answer by an edit or the first follow-up, for one person alone if so deferred', async () => {
    const emulator = await running();
    const { question, channelId } = await asked(emulator);
    const app = await deferring(emulator);
    const [ann, bob] = [emulator.person('Ann'), emulator.person('Bob')];
    const pressed = emulator.press(ann, question, 0);
    const interaction = await eventually(() => app.heard[0]);
    expect((await app.webhook(interaction, 'POST', '', { content: 'x' })).body?.code).toBe(10015);
    const { body } = await app.answer(interaction, { type: 5, data: { flags: 64 } }, '?with_response=true');
    expect(body).toMatchObject({
      interaction: { id: interaction.id, response_message_loading: true, response_message_ephemeral: true },
      resource: { type: 5, message: { flags: 192 } },
    });
    await pressed;
    await app.webhook(interaction, 'POST', '', { content: `for <@${ann.id}> only` });
    const own = emulator.messages(channelId, { as: ann })[1];
    expect(own).toMatchObject({ content: `for <@${ann.id}> only`, flags: 64, webhook_id: '200000000000000002' });
    expect(own && emulator.pings(own).users).toEqual([ann.id]);
    expect(emulator.messages(channelId, { as: bob }).length).toBe(1);
    expect((await call(emulator, `GET /channels/${channelId}/messages/${own?.id}`)).body?.code).toBe(10008);
    const further = await app.webhook(interaction, 'POST', '', { content: 'for all' });
    expect(emulator.messages(channelId, { as: bob })).toMatchObject([{ id: question.id }, { content: 'for all' }]);
    expect((await app.webhook(interaction, 'DELETE', `/messages/${further.body?.id}`)).status).toBe(204);
    expect((await app.webhook(interaction, 'DELETE', '/messages/@original')).status).toBe(204);
    expect(emulator.ephemerals(channelId)).toEqual([]);
  });
});

describe('what people can do', () => {
  it('picks options of a select, none where none is allowed', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const dm = emulator.dm(ann);
    const options = ['x', 'y', 'z'].map((value) => ({ label: value.toUpperCase(), value }));
    const menu = { type: 1, components: [{ type: 3, custom_id: 'm', options, min_values: 0, max_values: 2 }] };
    const sent = await result(emulator, `POST /channels/${dm.id}/messages`, { content: 'Pick', components: [menu] });
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => ({ type: 6 }) });
    await emulator.setInteractionsUrl(app.url);
    await emulator.select(ann, sent, 'm', ['z', 0]);
    await emulator.select(ann, sent, 0, []);
    expect(app.heard.map(({ data }) => data)).toEqual([
      { component_type: 3, custom_id: 'm', id: 2, values: ['z', 'x'] },
      { component_type: 3, custom_id: 'm', id: 2, values: [] },
    ]);
    expect(app.heard[0]).toMatchObject({ user: { id: ann.id }, context: 1 });
    expect(app.heard[0]).not.toHaveProperty('member');
    await expect(emulator.select(ann, sent, 'm', ['x', 'y', 'z'])).rejects.toThrow('takes 0 to 2 options');
    await expect(emulator.select(ann, sent, 'm', ['w'])).rejects.toThrow('no option w');
    await expect(emulator.press(emulator.person('Bob'), sent, 0)).rejects.toThrow('bob is not in the conversation');
  });

  it('presses what is shown, enabled, and opens no page; an old view of it still counts', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const { id } = emulator.channel('general');
    const components = [
      { type: 2, style: 5, label: 'Open', url: 'https://a.example' },
      { type: 2, style: 1, label: 'Off', custom_id: 'off', disabled: true },
      { type: 2, style: 1, label: 'On', custom_id: 'on' },
    ];
    const sent = await result(emulator, `POST /channels/${id}/messages`, { components: [{ type: 1, components }] });
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => ({ type: 6 }) });
    await emulator.setInteractionsUrl(app.url);
    await expect(emulator.press(ann, sent, 0)).rejects.toThrow('opens a page');
    await expect(emulator.press(ann, sent, 'off')).rejects.toThrow('is disabled');
    await expect(emulator.press(ann, sent, 3)).rejects.toThrow('no button 3');
    await result(emulator, `PATCH /channels/${id}/messages/${sent.id}`, { content: 'done', components: [] });
    await expect(emulator.press(ann, sent, 'On')).rejects.toThrow('no button On');
    expect(await emulator.press(ann, sent, 'On', sent)).toMatchObject({ isAnswered: true });
  });

  it('calls registered commands, fills in the modal that answers them, and submits it', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const { id } = emulator.channel('general');
    const ask = {
      name: 'ask',
      description: 'Asks',
      options: [{ type: 3, name: 'question', description: 'What', required: true }],
    };
    const path = `/applications/${emulator.application.id}/commands`;
    expect((await call(emulator, `PUT ${path}`, [{ ...ask, name: 'Ask Me' }])).body?.code).toBe(50035);
    const [first] = await result<{ id: string }[]>(emulator, `PUT ${path}`, [ask]);
    const [again] = await result<{ id: string }[]>(emulator, `PUT ${path}`, [ask]);
    expect(again?.id).toBe(first?.id);
    const field = { type: 4, custom_id: 'why', style: 1, label: 'Why?' };
    const modal = { custom_id: 'form', title: 'Tell', components: [{ type: 1, components: [field] }] };
    const answers = [
      { type: 9, data: modal },
      { type: 4, data: { content: 'Thanks', flags: 64 } },
    ];
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => answers.shift() });
    await emulator.setInteractionsUrl(app.url);
    await expect(emulator.slashCommand(ann, id, 'other')).rejects.toThrow('registered no command "other"');
    await expect(emulator.slashCommand(ann, id, 'ask')).rejects.toThrow('needs its option "question"');
    expect(await emulator.slashCommand(ann, id, '/ask', { question: 'hello' })).toMatchObject({ responseType: 9 });
    expect(emulator.modal(ann)).toMatchObject({ title: 'Tell' });
    expect(await emulator.submitModal(ann, { why: 'because' })).toMatchObject({ responseType: 4 });
    expect(app.heard.map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 2, data: { id: first?.id, name: 'ask', options: [{ name: 'question', type: 3, value: 'hello' }] } },
      { type: 5, data: { custom_id: 'form', components: [{ components: [{ custom_id: 'why', value: 'because' }] }] } },
    ]);
    expect(emulator.ephemerals(id)).toMatchObject([{ to: ann.id, message: { content: 'Thanks' } }]);
  });
});
