import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLIES, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: `${REPLIES}channels:
  telegram: { token: "1:test", api_root: API_ROOT, mode: webhook, secret_token: hook-secret }
  web: { origins: ["https://acme.example"] }
`,
    env: { FOOTBRIDGE_KEYS: 'key-one,key-two' },
  });
});
afterAll(() => service.end());

const key = { Authorization: 'Bearer key-one' };
const hook = { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secret' };
const ASKING = { text: 'Who?', clarification: { prompt: 'Who?', choices: [{ value: 'a' }] } };
const WEBHOOK = '/channels/telegram/webhook';

function errorOf(answer: { status: number; body: unknown }) {
  const { object, type, error } = answer.body as {
    object: string;
    type: string;
    error: { code: string; message: string };
  };
  expect(object).toBe('error');
  expect(type).toMatch(/^error\./);
  expect(error.message.length).toBeGreaterThan(10);
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(ts|js):|node_modules/);
  return `${answer.status} ${error.code}`;
}

describe('the API', () => {
  it('says which methods a route takes', async () => {
    const allowOf = async (method: string, path: string) => {
      const { status, headers } = await fetch(`${service.url}${path}`, { method, headers: key });
      return `${status} ${headers.get('allow')}`;
    };
    expect(await allowOf('GET', '/v1/chat')).toBe('405 POST');
    expect(await allowOf('POST', '/v1/turns/t/stream')).toBe('405 GET, HEAD');
    expect(await allowOf('DELETE', '/v1/users/u/channels')).toBe('405 GET, HEAD, PUT');
    expect(await allowOf('GET', WEBHOOK)).toBe('405 POST');
    expect(await allowOf('GET', '/v1/nothing')).toBe('404 null');
  });

  it('knows a user by one name, whichever way it comes', async () => {
    const named = async (bytes: string) => {
      const headers = { ...key, 'Content-Type': 'application/json', 'X-User-Id': bytes };
      const body = JSON.stringify({ message: 'hi', session_id: 'names' });
      const answer = await fetch(`${service.url}/v1/chat`, { method: 'POST', headers, body });
      return ((await answer.json()) as { data: { user_id: string } }).data.user_id;
    };
    expect(await named(Buffer.from('名前').toString('latin1'))).toBe('名前');
    expect(await named(Buffer.from('Évian').toString('latin1'))).toBe('Évian');
    expect(await named('Évian')).toBe('Évian');
    expect(await named(Buffer.from('\ufeffalice').toString('latin1'))).toBe('\ufeffalice');
  });

  it.each(['会话', '\u202e', 'a\nb', 'é', 'plain_1', '100%'])('streams into the session %j', async (session_id) => {
    const headers = { ...key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ message: 'hi', session_id, stream: true });
    const answer = await fetch(`${service.url}/v1/chat`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('event: done');
    const told = answer.headers.get('x-muxi-session-id') ?? '';
    expect(told.replace(/%[\dA-F]{2}/g, '')).toMatch(/^[\x21-\x7e]*$/);
  });

  it('takes an empty Idempotency-Key for none', async () => {
    const headers = { ...key, 'Idempotency-Key': '', 'X-User-Id': 'keyless' };
    expect((await service.post('/v1/chat', { message: 'one' }, headers)).status).toBe(200);
    expect((await service.post('/v1/chat', { message: 'two' }, headers)).status).toBe(200);
  });

  it('wants a key on every client route', async () => {
    for (const path of [
      '/v1/chat',
      '/v1/turns',
      '/v1/render',
      '/v1/callbacks/decode',
      '/v1/user-tokens',
      '/v1/nothing',
    ]) {
      expect(errorOf(await service.post(path, {})), path).toBe('401 unauthorized');
      expect(errorOf(await service.post(path, {}, { Authorization: 'Bearer key-three' })), path).toBe(
        '401 unauthorized',
      );
    }
  });

  it('gives a browser a token that speaks for its user alone', async () => {
    const issued = await service.post('/v1/user-tokens', { user_id: 'ann', ttl_s: 60 }, key);
    expect(issued.status).toBe(201);
    const { token } = issued.body as { token: string };
    const browser = { Authorization: `Bearer ${token}`, Origin: 'https://acme.example' };
    const answer = await service.post('/v1/chat', { message: 'hello' }, browser);
    expect(answer.status).toBe(200);
    expect((answer.body as { data: { user_id: string } }).data.user_id).toBe('ann');
    expect(errorOf(await service.post('/v1/chat', { message: 'x' }, { ...browser, 'X-User-Id': 'eve' }))).toBe(
      '401 unauthorized',
    );
    expect(errorOf(await service.post('/v1/turns', {}, browser))).toBe('401 unauthorized');
    expect(
      errorOf(await service.post('/v1/chat', { message: 'x' }, { ...browser, Origin: 'https://evil.example' })),
    ).toBe('403 origin_refused');
  });

  it('pushes a turn, asks in it, and takes the answer of whoever may', async () => {
    const { telegram } = service;
    const ann = telegram.person('Ann');
    const turn = {
      text: 'Proceed?',
      clarification: { prompt: 'Proceed?', choices: [{ value: 'yes' }, { value: 'no' }] },
    };
    const pushed = await service.post(
      '/v1/turns',
      { to: { channel: 'telegram', address: { chat_id: ann.id } }, turn },
      key,
    );
    expect(pushed.status).toBe(202);
    expect(pushed.body).toEqual({
      turn_id: expect.stringMatching(/^turn_/),
      conversation: `telegram:${ann.id}`,
      ui: [expect.objectContaining({ type: 'options' })],
      deliveries: [{ id: expect.stringMatching(/^dlv_/), channel: 'telegram', status: 'queued' }],
    });
    await expect.poll(() => telegram.messages(ann).length).toBe(1);
    const message = telegram.messages(ann)[0];
    const data = (pushed.body as { ui: { id: string }[] }).ui[0]?.id;
    const press = await service.post(
      WEBHOOK,
      {
        update_id: 900,
        callback_query: { id: '77', from: ann, chat_instance: '1', data: `${data}#0`, message },
      },
      hook,
    );
    expect(press.status).toBe(200);
    await expect.poll(() => telegram.messages(ann).map((one) => one.text)).toContain('Deploying to yes.');
  });

  it('a question for a group must say who answers', async () => {
    const turn = { text: 'Who?', clarification: { prompt: 'Who?', choices: [{ value: 'a' }] } };
    const to = { channel: 'telegram', address: { chat_id: -100123 } };
    expect(errorOf(await service.post('/v1/turns', { to, turn }, key))).toBe('400 answers_required');
    expect(errorOf(await service.post('/v1/turns', { to, turn, answers: 'asker' }, key))).toBe('400 answers_required');
    expect((await service.post('/v1/turns', { to, turn, answers: [7, '8'] }, key)).status).toBe(202);
    expect((await service.post('/v1/turns', { to, turn, answers: 'anyone' }, key)).status).toBe(202);
    expect((await service.post('/v1/turns', { to, turn: { text: 'no question' } }, key)).status).toBe(202);
  });

  it('the same idempotency key is one push; with another request it is refused', async () => {
    const { telegram } = service;
    const bo = telegram.person('Bo');
    const push = (text: string) =>
      service.post(
        '/v1/turns',
        { to: { channel: 'telegram', address: { chat_id: bo.id } }, turn: { text }, idempotency_key: 'p-1' },
        key,
      );
    const answers = await Promise.all([push('once'), push('once'), push('once')]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(errorOf(await push('twice'))).toBe('409 idempotency_mismatch');
    await expect.poll(() => telegram.messages(bo).length).toBe(1);
    expect(telegram.messages(bo).map((message) => message.text)).toEqual(['once']);
  });

  it('finds a person where they last wrote, and a conversation by its name', async () => {
    const { telegram } = service;
    const cy = telegram.person('Cy');
    const update = {
      update_id: 901,
      message: {
        message_id: 1,
        date: 1,
        chat: { id: cy.id, type: 'private', first_name: 'Cy' },
        from: cy,
        text: 'hello',
      },
    };
    expect((await service.post(WEBHOOK, update, hook)).status).toBe(200);
    const byUser = await service.post(
      '/v1/turns',
      { to: { user: String(cy.id), target: 'last' }, turn: { text: 'one' } },
      key,
    );
    expect(byUser.body).toMatchObject({ conversation: `telegram:${cy.id}` });
    const byName = await service.post(
      '/v1/turns',
      { to: { conversation: `telegram:${cy.id}` }, turn: { text: 'two' } },
      key,
    );
    expect(byName.status).toBe(202);
    expect(errorOf(await service.post('/v1/turns', { to: { user: 'nobody' }, turn: { text: 'x' } }, key))).toBe(
      '404 user_unknown',
    );
    expect(
      errorOf(await service.post('/v1/turns', { to: { conversation: 'telegram:' }, turn: { text: 'x' } }, key)),
    ).toBe('404 conversation_unknown');
  });

  it('never guesses between two people of the same id on two channels', async () => {
    const from = { id: 4242, is_bot: false, first_name: 'Dot' };
    const chat = { id: 4242, type: 'private', first_name: 'Dot' };
    await service.post(WEBHOOK, { update_id: 910, message: { message_id: 1, date: 1, chat, from, text: 'hi' } }, hook);
    await service.post('/v1/chat', { message: 'hi' }, { ...key, 'X-User-Id': '4242' });
    const push = (to: object) => service.post('/v1/turns', { to, turn: { text: 'for you alone' } }, key);
    expect(errorOf(await push({ user: '4242' }))).toBe('409 user_ambiguous');
    expect(await push({ user: '4242', target: 'telegram' })).toMatchObject({
      status: 202,
      body: { conversation: 'telegram:4242' },
    });
  });

  it('asks no question where its answer could not come back from', async () => {
    const to = { channel: 'telegram', address: { chat_id: '@acme_news' } };
    const turn = { text: 'Who?', clarification: { prompt: 'Who?', choices: [{ value: 'a' }] } };
    expect(errorOf(await service.post('/v1/turns', { to, turn, answers: 'anyone' }, key))).toBe('400 address_invalid');
    expect((await service.post('/v1/turns', { to, turn: { text: 'news' } }, key)).status).toBe(202);
  });

  it('refuses a turn that brings its own widgets [MUXI-16]', async () => {
    const to = { channel: 'telegram', address: { chat_id: 7 } };
    expect(errorOf(await service.post('/v1/turns', { to, turn: { text: 'x', ui: [] } }, key))).toBe(
      '400 ui_not_accepted',
    );
  });

  it('names what is wrong with a body', async () => {
    const wrong: [string, unknown, string][] = [
      ['/v1/chat', {}, '400 body_invalid'],
      ['/v1/chat', { message: 7 }, '400 body_invalid'],
      ['/v1/chat', '{"message":', '400 body_not_json'],
      ['/v1/chat', '"just a string"', '400 body_not_json'],
      ['/v1/chat', { message: 'x', session_id: 'x'.repeat(257) }, '400 body_invalid'],
      ['/v1/chat', '{"message":"x","session_id":"\\ud800"}', '400 body_invalid'],
      [
        '/v1/turns',
        '{"to":{"channel":"web","address":{"session_id":"\\ud800"}},"turn":{"text":"x"}}',
        '400 address_invalid',
      ],
      ['/v1/turns', { to: { conversation: 'web:%:%' }, turn: { text: 'x' } }, '404 conversation_unknown'],
      ['/v1/chat', '{"message":"x","__proto__":{"admin":true}}', '400 body_invalid'],
      ['/v1/chat', `{"message":"x","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, '400 body_too_deep'],
      ['/v1/turns', { to: { channel: 'nope', address: {} }, turn: { text: 'x' } }, '400 channel_unknown'],
      ['/v1/turns', { to: { channel: 'telegram', address: { chat: 7 } }, turn: { text: 'x' } }, '400 address_invalid'],
      ['/v1/turns', { to: { channel: 'slack', address: { channel: 'C1' } }, turn: { text: 'x' } }, '409 channel_off'],
      ['/v1/turns', { to: { channel: 'telegram', address: { chat_id: 7 } }, turn: { txt: 'x' } }, '400 body_invalid'],
      ['/v1/render', { channel: 'nope', turn: { text: 'x' } }, '400 channel_unknown'],
      ['/v1/callbacks/decode', { channel: 'telegram', payload: 7 }, '400 body_invalid'],
      ['/v1/user-tokens', { user_id: '' }, '400 body_invalid'],
      ['/v1/user-tokens', { user_id: 'ann', ttl_s: 10 ** 9 }, '400 body_invalid'],
      ['/v1/callbacks/decode', { channel: 'slack', payload: { type: [] } }, '400 body_invalid'],
      ['/v1/nothing', {}, '404 not_found'],
    ];
    for (const [path, body, expected] of wrong) {
      expect(errorOf(await service.post(path, body, key)), `${path} ${JSON.stringify(body).slice(0, 80)}`).toBe(
        expected,
      );
    }
  });

  it('says which field is missing, and takes the form that was meant', async () => {
    const told = async (path: string, body: unknown) =>
      ((await service.post(path, body, key)).body as { error: { message: string } }).error.message;
    expect(await told('/v1/chat', {})).toContain('message: missing, expected string');
    expect(await told('/v1/render', { channel: 'slack', turn: { text: 'x', tool_results: 7 } })).toContain(
      'turn.tool_results: Invalid input: expected array',
    );
  });

  it('tells the method that a route takes', async () => {
    const answer = await fetch(`${service.url}/v1/chat`, { headers: key });
    expect(errorOf({ status: answer.status, body: await answer.json() })).toBe('405 method_not_allowed');
  });

  it('takes the key of a push from the header too', async () => {
    const { telegram } = service;
    const hal = telegram.person('Hal');
    const push = () =>
      service.post(
        '/v1/turns',
        { to: { channel: 'telegram', address: { chat_id: hal.id } }, turn: { text: 'once' } },
        { ...key, 'Idempotency-Key': 'h-1' },
      );
    expect((await push()).body).toEqual((await push()).body);
  });

  it('a body of 10 MB is refused, on every kind of route', async () => {
    const huge = JSON.stringify({ message: 'x'.repeat(10 * 1024 * 1024) });
    expect(errorOf(await service.post('/v1/chat', huge, key))).toBe('413 body_too_large');
    const status = await new Promise((resolve) => {
      const outgoing = request(`${service.url}${WEBHOOK}`, { method: 'POST', headers: hook }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      // The answer comes while we still write; what happens to the connection then is of no interest.
      outgoing.on('error', () => {});
      outgoing.end(huge);
    });
    expect(status).toBe(413);
    expect((await service.post('/v1/chat', { message: 'still here' }, key)).status).toBe(200);
  });
});

describe('the Telegram webhook', () => {
  it('takes nothing without its secret', async () => {
    for (const headers of [{}, { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secreT' }, key]) {
      expect(errorOf(await service.post(WEBHOOK, { update_id: 1 }, headers as Record<string, string>))).toBe(
        '401 webhook_secret_wrong',
      );
    }
  });

  it('answers hostile updates without a crash and without an agent call', async () => {
    const calls = service.telegram.calls.length;
    for (const body of [
      '[]',
      '7',
      'null',
      '{}',
      '{"update_id":"x"}',
      '{"update_id":5,"message":{"text":{}}}',
      '{"update_id":6,"callback_query":{"id":[],"from":null}}',
      '{"update_id":7,"message":{"__proto__":{"text":"x"}}}',
    ]) {
      const { status } = await service.post(WEBHOOK, body, hook);
      expect([200, 400], body).toContain(status);
    }
    expect(errorOf(await service.post(WEBHOOK, '{"update_id":', hook))).toBe('400 body_not_json');
    expect(service.telegram.calls.slice(calls).filter((call) => call.method === 'sendMessage')).toEqual([]);
  });

  it('other methods and other channels are told so', async () => {
    const answer = await fetch(`${service.url}${WEBHOOK}`);
    expect(errorOf({ status: answer.status, body: await answer.json() })).toBe('405 method_not_allowed');
    expect(errorOf(await service.post('/channels/slack/events', {}))).toBe('404 not_found');
  });

  it('the same update ten times, side by side and after a restart, is one agent call [CH-9]', async () => {
    const { telegram } = service;
    const dee = telegram.person('Dee');
    const update = {
      update_id: 902,
      message: {
        message_id: 9,
        date: 1,
        chat: { id: dee.id, type: 'private', first_name: 'Dee' },
        from: dee,
        text: 'once only',
      },
    };
    const statuses = await Promise.all(Array.from({ length: 10 }, () => service.post(WEBHOOK, update, hook)));
    expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await expect.poll(() => telegram.messages(dee).length).toBe(1);
    await service.restart();
    await service.post(WEBHOOK, update, hook);
    await service.post(
      WEBHOOK,
      { ...update, update_id: 903, message: { ...update.message, message_id: 10, text: 'next' } },
      hook,
    );
    await expect.poll(() => telegram.messages(dee).length).toBe(2);
    expect(telegram.messages(dee).map((message) => message.text)).toEqual(['You said: once only', 'You said: next']);
  });
});

describe('operations', () => {
  it('tells that it lives, whether it is ready, and what it did', async () => {
    expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ status: 'ok' });
    await expect
      .poll(async () => (await (await fetch(`${service.url}/readyz`)).json()) as object)
      .toEqual({ status: 'ready', store: 'ready', channels: { web: { ready: true }, telegram: { ready: true } } });
    await service.post('/v1/chat', { message: 'deploy' }, key);
    await service.post('/v1/render', { channel: 'slack', turn: ASKING }, key);
    await service.post('/v1/turns', { to: { channel: 'telegram', address: { chat_id: -5 } }, turn: ASKING }, key);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/footbridge_inbound_total\{channel="telegram",status="accepted"\} \d+/);
    expect(metrics).toMatch(/footbridge_delivery_attempts_total\{channel="telegram",outcome="delivered"\} \d+/);
    // A preview and a refused push emit nothing.
    expect(metrics).toContain('footbridge_widgets_emitted_total{type="options"} 1\n');
  });

  it('a connection that breaks off in mid-body harms nobody', async () => {
    const { port, hostname } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${WEBHOOK} HTTP/1.1\r\nHost: localhost\r\nX-Telegram-Bot-Api-Secret-Token: hook-secret\r\nContent-Length: 500\r\n\r\n{"update`,
        );
        setTimeout(() => socket.destroy(), 20);
      });
      socket.on('close', () => resolve());
    });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });
});
