import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { REPLIES, startTestService, type TestService } from '../service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    formation: `${REPLIES}async: { webhook_url: "${receiver.url}/default", webhook_retries: 2, allow_hosts: [127.0.0.1] }\n`,
    transformers: {
      crm: `name: crm
endpoint: { url: "${receiver.url}/crm/\${{ context.room }}?key=\${{ secrets.CRM_KEY }}", method: PUT }
auth: { type: bearer, token: "\${{ secrets.CRM_TOKEN }}" }
headers: { X-User: "\${{ request.user_id }}", X-Empty: "\${{ context.nothing }}" }
body:
  room: "\${{ context.room }}"
  text: "\${{ response.content }}"
  turn: "\${{ response.metadata.turn_id }}"
content_transform: { format: plain, max_length: 40 }
`,
      bot: `name: bot
endpoint: { url: "${receiver.url}/bot" }
auth: { type: basic, username: ann, password: "\${{ secrets.CRM_TOKEN }}" }
body:
  chat_id: "\${{ context.chat_id }}"
  text: "\${{ response.content }}"
  reply_markup: "\${{ ui.telegram.reply_markup }}"
content_transform: { format: html }
`,
      sms: `name: sms
endpoint: { url: "${receiver.url}/sms" }
auth: { type: header, name: X-Api-Key, value: "\${{ secrets.CRM_KEY }}" }
headers: { Content-Type: application/x-www-form-urlencoded }
body: { To: "\${{ context.to }}", Body: "\${{ response.content }}" }
content_transform: { format: plain }
`,
    },
    triggers: {
      plain: '${{ data.text }}',
      hook: `---\nwebhook: ${receiver.url}/hook\n---\n\${{ data.text }}`,
      crm: '---\ntransformer: crm\nparse: { context: { room: room } }\n---\n${{ data.text }}',
      bot: '---\ntransformer: bot\nparse: { message: text, user_id: from, session_id: chat, ui_response: press, context: { chat_id: chat } }\n---\n',
      sms: '---\ntransformer: sms\nparse: { context: { to: to } }\n---\n${{ data.text }}',
    },
    env: { CRM_KEY: 'key-of-crm', CRM_TOKEN: 'token-of-crm' },
  });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answer = () => ({ status: 200 });
});

async function call(trigger: string, data: unknown, more: object = {}, headers: Record<string, string> = {}) {
  return service.post(`/v1/triggers/${trigger}`, { data, ...more }, headers) as Promise<{
    status: number;
    body: { request: { id: string }; type: string; data: { session_id: string; toast?: { code: string } } };
  }>;
}

/** Waits until so many requests came to a path, and gives them. */
async function arrived(path: string, count = 1) {
  const there = () => receiver.requests.filter((one) => one.path.startsWith(path));
  await expect.poll(() => there().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
  return there();
}

describe('an answer that is posted', () => {
  it('goes to the formation’s webhook in the standard form, the call being answered at once', async () => {
    const called = await call('plain', { text: 'deploy' }, { session_id: 's1' }, { 'X-User-Id': 'ann' });
    expect(called).toEqual({
      status: 202,
      body: {
        object: 'request',
        type: 'request.processing',
        request: { id: expect.stringMatching(/^turn_/) },
        success: true,
        data: { status: 'processing', session_id: 's1' },
      },
    });
    const [request] = await arrived('/default');
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(request?.headers['idempotency-key']).toMatch(/^dlv_/);
    expect(request?.body).toEqual({
      id: called.body.request.id,
      object: 'response',
      status: 'completed',
      timestamp: expect.any(Number),
      formation_id: 'test',
      user_id: 'ann',
      session_id: 's1',
      processing_mode: 'async',
      error: null,
      response: [{ type: 'text', text: 'Which region should I deploy to?\n\n1. United States\n2. Europe' }],
      ui: [expect.objectContaining({ type: 'options', prompt: 'Which region should I deploy to?' })],
    });
  });

  it('says so when the agent failed', async () => {
    await call('plain', { text: 'broken' });
    const [request] = await arrived('/default');
    expect(request?.body).toMatchObject({
      status: 'failed',
      error: { code: 'tool_unknown' },
      response: [{ type: 'text', text: 'Something went wrong while I was working on this. Please try again.' }],
    });
  });

  it('goes to the trigger’s own webhook', async () => {
    await call('hook', { text: 'hello' });
    const [request] = await arrived('/hook');
    expect(request?.body).toMatchObject({ response: [{ type: 'text', text: 'You said: hello' }] });
    expect(receiver.bodies('/default')).toEqual([]);
  });

  it('is shaped by a transformer, with its method, headers and token, in parts and in order', async () => {
    const text = 'one two three four five six seven eight nine ten eleven twelve';
    const called = await call('crm', { text, room: 'a/b' }, {}, { 'X-User-Id': 'ann' });
    const requests = await arrived('/crm', 2);
    for (const { method, path, headers } of requests) {
      expect([method, path]).toEqual(['PUT', '/crm/a%2Fb?key=key-of-crm']);
      expect(headers).toMatchObject({ authorization: 'Bearer token-of-crm', 'x-user': 'ann' });
      expect(headers).not.toHaveProperty('x-empty');
    }
    expect(requests.map(({ body }) => body)).toEqual([
      { room: 'a/b', text: 'You said: one two three four five six ', turn: called.body.request.id },
      { room: 'a/b', text: 'seven eight nine ten eleven twelve', turn: called.body.request.id },
    ]);
  });

  it('has the native buttons of the platform that the template names, and their press comes back', async () => {
    await call('bot', { text: 'deploy', from: 7, chat: 42 });
    const [asked] = await arrived('/bot');
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('ann:token-of-crm').toString('base64')}`);
    const { chat_id, reply_markup } = (asked?.body ?? {}) as {
      chat_id: number;
      reply_markup: { inline_keyboard: { text: string; callback_data: string }[][] };
    };
    expect(chat_id).toBe(42);
    const buttons = reply_markup.inline_keyboard.flat();
    expect(buttons.map(({ text }) => text)).toEqual(['United States', 'Europe']);
    const pressed = await call('bot', { press: buttons[1]?.callback_data, from: 7, chat: 42 });
    expect([pressed.status, pressed.body.data.toast?.code]).toEqual([202, 'recorded']);
    const [, answer] = await arrived('/bot', 2);
    expect(answer?.body).toEqual({ chat_id: 42, text: 'Deploying to eu.' });
    const late = await call('bot', { press: buttons[0]?.callback_data, from: 7, chat: 42 });
    expect([late.status, late.body.type, late.body.data.toast?.code]).toEqual([
      200,
      'request.ignored',
      'already_answered',
    ]);
  });

  it('is asked for by no button that only its own channel understands', async () => {
    for (const press of ['ui_0123456789abcdefghijk#t1', 'ui_0123456789abcdefghijk#ok']) {
      const { status, body } = await call('bot', { press, text: '', from: 7, chat: 43 });
      expect([status, body.type, body.data.toast?.code]).toEqual([200, 'request.ignored', 'expired']);
    }
    await call('bot', { text: 'hello', from: 7, chat: 43 });
    await arrived('/bot');
    expect(receiver.bodies('/bot')).toEqual([{ chat_id: 43, text: 'You said: hello' }]);
  });

  it('is a form where the headers say so', async () => {
    await call('sms', { text: 'hi & bye', to: '+49 30' });
    const [request] = await arrived('/sms');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'x-api-key': 'key-of-crm',
    });
    expect(request?.text).toBe('To=%2B49+30&Body=You+said%3A+hi+%26+bye');
  });

  it('is the response after all, where the caller wants to wait', async () => {
    const { status, body } = await call('hook', { text: 'hello' }, { use_async: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { message: { content: 'You said: hello' } } });
    expect(receiver.requests).toEqual([]);
  });

  it('with the same key is posted once', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const answers = await Promise.all([1, 2, 3].map(() => call('hook', { text: 'once' }, {}, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.request.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    await arrived('/hook');
    await call('plain', { text: 'a later one' });
    await arrived('/default');
    expect(receiver.bodies('/hook')).toHaveLength(1);
  });
});

describe('an answer that cannot be posted', () => {
  it('is tried again, the same bytes under the same key', async () => {
    receiver.answer = (_request, count) => ({ status: count === 1 ? 503 : 200 });
    await call('hook', { text: 'patience' });
    const [first, second] = await arrived('/hook', 2);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(receiver.bodies('/default')).toEqual([]);
  });

  it('waits as long as the server asks', async () => {
    const times: number[] = [];
    receiver.answer = (_request, count) => {
      times.push(performance.now());
      return count === 1 ? { status: 429, headers: { 'Retry-After': '2' } } : { status: 200 };
    };
    await call('hook', { text: 'slower' });
    await arrived('/hook', 2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_950);
  });

  it('goes to the formation’s webhook with the reason, once it was refused', async () => {
    receiver.answer = ({ path }) => ({ status: path.startsWith('/crm') ? 400 : 200 });
    const called = await call('crm', { text: 'no', room: 'r1' }, { session_id: 's1' }, { 'X-User-Id': 'ann' });
    const [request] = await arrived('/default');
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/crm/r1?key=key-of-crm', '/default']);
    // A server that has seen the one must not take the other for its repetition.
    const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^dlv_/), `${keys[0]}-instead`]);
    expect(request?.body).toMatchObject({
      id: called.body.request.id,
      status: 'completed',
      user_id: 'ann',
      session_id: 's1',
      response: [{ type: 'text', text: 'You said: no' }],
      transformer_error: { transformer: 'crm', destination: 'trigger crm', message: 'the server answered 400' },
    });
    expect(request?.text).not.toMatch(/key-of-crm|token-of-crm/);
    expect(request?.headers).not.toHaveProperty('authorization');
  });

  it('goes there when it failed too often', async () => {
    receiver.answer = ({ path }) => (path === '/hook' ? 'hang up' : { status: 200 });
    await call('hook', { text: 'again and again' });
    const [request] = await arrived('/default');
    expect(receiver.bodies('/hook')).toHaveLength(3);
    expect(request?.body).toMatchObject({
      transformer_error: {
        destination: 'trigger hook',
        message: expect.stringMatching(/^the connection failed \(.*\), 3 times$/),
      },
    });
  });

  it('goes to no other host by a redirect, and follows one on the same', async () => {
    const other = await startReceiver();
    receiver.answer = ({ path }) => {
      if (path.startsWith('/crm')) return { status: 307, headers: { Location: `${other.url}/steal` } };
      if (path === '/hook') return { status: 308, headers: { Location: '/moved' } };
      return { status: 200 };
    };
    await call('crm', { text: 'secret', room: 'r' });
    const [request] = await arrived('/default');
    expect(request?.body).toMatchObject({ transformer_error: { message: 'it sends us to another host' } });
    expect(other.requests).toEqual([]);
    await call('hook', { text: 'same host' });
    expect((await arrived('/moved'))[0]).toMatchObject({ method: 'POST', body: { status: 'completed' } });
    await other.close();
  });
});
