import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Got, json, openEndpoint, type Reply } from '../../agents/endpoint.ts';
import { startTestService } from '../service.ts';

const SOON = { timeout: 10_000, interval: 20 };
const SECRET = 'a secret of sixteen bytes';

/** A service that forwards Telegram to a runtime that answers so, and Ann, who writes to it. */
async function serve(replies: Reply[], turns = '{}') {
  const runtime = await openEndpoint(replies);
  const service = await startTestService({
    formation: `agent: { type: script, replies: [{ turn: { text: the agent was asked } }] }
channels:
  telegram: { token: "1:test", api_root: API_ROOT, forward: { url: "${runtime.url}", headers: { X-Key: k }, secret: "${SECRET}" } }
turns: ${turns}
`,
  });
  onTestFinished(() => service.end());
  const { telegram } = service;
  const ann = telegram.person('Ann');
  const read = () => telegram.messages(ann).filter(({ from }) => from?.id === telegram.bot.id);
  const updates = () => runtime.got.map(({ body }) => JSON.parse(body));
  return { runtime, service, telegram, ann, read, texts: () => read().map(({ text }) => text), updates };
}

describe('a forwarded channel', () => {
  it('gives the runtime the update that the platform sent, signed', async () => {
    const { runtime, telegram, ann, updates } = await serve([json('', 204)]);
    const { message_id } = telegram.sendText(ann, ann, 'Grüße');
    await expect.poll(() => runtime.got.length, SOON).toBe(1);
    const [update] = updates();
    expect(update).toMatchObject({
      update_id: expect.any(Number),
      message: { message_id, text: 'Grüße', from: { id: ann.id } },
    });
    const [{ headers, body }] = runtime.got as [Got];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const mac = createHmac('sha256', SECRET).update(signed).digest('base64');
    expect([headers['webhook-signature'], headers['x-key']]).toEqual([`v1,${mac}`, 'k']);
  });

  it('replies with what the answer holds, question and all', async () => {
    const clarification = { prompt: 'Go?', choices: [{ value: 'yes' }, { value: 'no' }] };
    const { runtime, telegram, ann, read, texts } = await serve([
      json({ text: 'Go?', clarification }),
      json({ text: 'Gone.' }),
    ]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(texts, SOON).toEqual(['Go?\n\n1. yes\n2. no']);
    const toast = await telegram.press(ann, { chat: ann, message_id: read()[0]?.message_id ?? 0 }, 1);
    expect(toast.text).toBe('Recorded: no');
    await expect.poll(() => texts().at(-1), SOON).toBe('Gone.');
    const answer = decodeURIComponent(String(runtime.got[1]?.headers['footbridge-ui-response']));
    expect(JSON.parse(answer)).toMatchObject({ value: 'no', label: 'no' });
  });

  it('keeps the order of a conversation while the runtime is busy, and loses nothing', async () => {
    const { telegram, ann, updates } = await serve([json('', 503), json('', 500), json('', 204)]);
    for (const text of ['one', 'two', 'three']) telegram.sendText(ann, ann, text);
    await expect
      .poll(() => updates().map(({ message }) => message.text), SOON)
      .toEqual(['one', 'one', 'one', 'two', 'three']);
  });

  it('sets aside what the runtime refuses, and an operator sends it again', async () => {
    const { service, telegram, ann, texts, updates } = await serve([json('', 404), json({ text: 'Now.' })]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(texts, SOON).toEqual(['Something went wrong while I was working on this. Please try again.']);
    const dead = await (await fetch(`${service.url}/v1/turns?status=dead`)).text();
    expect(dead).toContain('forward_failed');
    const id = /turn_\w+/.exec(dead)?.[0];
    expect((await service.post(`/v1/turns/${id}/retry`, {})).status).toBeLessThan(300);
    await expect.poll(() => texts().at(-1), SOON).toBe('Now.');
    expect(updates().map(({ message }) => message.text)).toEqual(['hello', 'hello']);
  });
});

describe('a payload of another runtime', () => {
  it('arrives with its own buttons, and a press goes back untouched, with a toast at once', async () => {
    const { service, telegram, ann, read, texts, updates } = await serve([json('', 204)]);
    const reply_markup = {
      inline_keyboard: [
        [
          { text: 'Yes', callback_data: 'ui_theirs#0' },
          { text: 'No', callback_data: 'ui_theirs#1' },
        ],
      ],
    };
    const { status, body } = await service.post('/bridge/telegram', { chat_id: ann.id, text: 'Go?', reply_markup });
    expect(status).toBe(202);
    expect(body).toEqual({
      delivery_id: expect.stringMatching(/^dlv_/),
      turn_id: expect.stringMatching(/^turn_/),
      conversation: `telegram:${ann.id}`,
      deliveries: [{ id: expect.stringMatching(/^dlv_/), channel: 'telegram', status: 'queued' }],
      notes: [],
    });
    await expect.poll(texts, SOON).toEqual(['Go?']);
    const message = { chat: ann, message_id: read()[0]?.message_id ?? 0 };
    for (let count = 0; count < 2; count++)
      expect(await telegram.press(ann, message, 1)).toMatchObject({ isAnswered: true });
    await expect
      .poll(() => updates().map(({ callback_query }) => callback_query?.data), SOON)
      .toEqual(['ui_theirs#1', 'ui_theirs#1']);
  });

  it('is one delivery, however often it is posted with its key', async () => {
    const { service, ann, texts } = await serve([json('', 204)]);
    const post = (text: string) =>
      service.post('/bridge/telegram', { chat_id: ann.id, text }, { 'Idempotency-Key': 'r1' });
    const [first, again] = [await post('Once.'), await post('Once.')];
    expect(again).toEqual(first);
    expect(await post('Other.')).toMatchObject({ status: 409, body: { error: { code: 'idempotency_mismatch' } } });
    await service.post('/bridge/telegram', { chat_id: ann.id, text: 'Last.' });
    await expect.poll(texts, SOON).toEqual(['Once.', 'Last.']);
  });

  it('keeps its place among what else goes to the chat', async () => {
    const { service, ann, texts } = await serve([json('', 204)]);
    for (let at = 0; at < 6; at++) {
      await (at % 2 === 0
        ? service.post('/bridge/telegram', { chat_id: ann.id, text: `${at}` })
        : service.post('/v1/turns', {
            to: { channel: 'telegram', address: { chat_id: ann.id } },
            turn: { text: `${at}` },
          }));
    }
    await expect.poll(texts, SOON).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('follows a group to its new chat', async () => {
    const { service, telegram, ann } = await serve([json('', 204)]);
    const group = telegram.group('Ops');
    telegram.sendText(ann, group, `@${telegram.bot.username} hello`);
    await service.post('/bridge/telegram', { chat_id: group.id, text: 'before' });
    await expect.poll(() => telegram.messages(group).some(({ text }) => text === 'before'), SOON).toBe(true);
    const moved = telegram.migrate(group);
    await expect
      .poll(async () => (await service.post('/bridge/telegram', { chat_id: group.id, text: 'after' })).body, SOON)
      .toMatchObject({ conversation: `telegram:${moved.id}` });
    await expect.poll(() => telegram.messages(moved).some(({ text }) => text === 'after'), SOON).toBe(true);
  });

  it.each([
    ['a payload without a chat', '/bridge/telegram', { text: 'a' }, 422, 'payload_refused'],
    ['a list', '/bridge/telegram', [], 400, 'body_invalid'],
    ['no JSON', '/bridge/telegram', '{', 400, 'body_not_json'],
    ['an unknown channel', '/bridge/telex', { text: 'a' }, 400, 'channel_unknown'],
    ['a channel that is off', '/bridge/slack', { channel: 'C1', text: 'a' }, 409, 'channel_off'],
    ['the web', '/bridge/web', { text: 'a' }, 422, 'payload_refused'],
  ])('is refused with its reason: %s', async (_what, path, payload, status, code) => {
    const { service } = await serve([json('', 204)]);
    expect(await service.post(path, payload)).toMatchObject({ status, body: { error: { code } } });
  });
});
