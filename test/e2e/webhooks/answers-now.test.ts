import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLIES, startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: REPLIES,
    triggers: {
      alert: 'Alert from ${{ data.source }}: ${{ data.text }}',
      chat: `---
parse:
  message: $.message.text
  user_id: $..from.id
  session_id: $..chat.id
  ui_response: $.callback_query.data
---
`,
    },
    env: { FOOTBRIDGE_KEYS: 'key-one' },
  });
});
afterAll(() => service.end());

const key = { Authorization: 'Bearer key-one' };

interface Reply {
  request: { id: string };
  data: {
    message: { role: string; content: string; ui?: { id: string }[]; metadata: { session_id: string } };
    user_id: string;
    toast?: { code: string; text: string };
  };
  error: { code: string; message: string };
}

async function call(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { status, body: answer } = await service.post(path, body, { ...key, ...headers });
  return { status, ...(answer as Reply) };
}

const said = (text: string, from = 7, chat = 1) => ({
  data: { message: { text, from: { id: from }, chat: { id: chat } } },
});
const pressed = (data: string, from = 7, chat = 1) => ({
  data: { callback_query: { data, from: { id: from }, message: { chat: { id: chat } } } },
});

describe('a trigger that answers at once', () => {
  it('gives the agent the prompt and its caller the answer', async () => {
    const { status, ...body } = await call(
      '/v1/triggers/alert',
      { data: { source: 'db1', text: 'disk full' }, session_id: 's1' },
      { 'X-User-Id': 'ops' },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'message',
      type: 'chat.completed',
      request: { id: expect.stringMatching(/^turn_/) },
      success: true,
      data: {
        message: {
          role: 'assistant',
          content: 'You said: Alert from db1: disk full',
          metadata: { session_id: 's1' },
        },
        user_id: 'ops',
      },
    });
    const byFormation = await call('/v1/formations/test/triggers/alert', { data: {}, use_async: false });
    expect(byFormation.data.message.content).toBe('You said: Alert from : ');
  });

  it('lists the triggers', async () => {
    for (const path of ['/v1/triggers', '/v1/formations/test/triggers']) {
      const response = await fetch(service.url + path, { headers: key });
      expect(await response.json(), path).toEqual({
        object: 'list',
        data: { formation_id: 'test', triggers: ['alert', 'chat'], count: 2 },
      });
    }
  });

  it('takes the press of a button that it gave, once, with a toast that tells the truth', async () => {
    const asked = await call('/v1/triggers/chat', said('deploy'));
    const id = asked.data.message.ui?.[0]?.id;
    const answered = await call('/v1/triggers/chat', pressed(`${id}#1`));
    expect(answered.data.message.content).toBe('Deploying to eu.');
    const again = await call('/v1/triggers/chat', pressed(`${id}#0`));
    expect(again.data.toast).toEqual({ code: 'already_answered', text: 'Already answered: Europe' });
    expect(again.data.message.content).toBe('Already answered: Europe');
  });

  it('takes a typed answer, too', async () => {
    await call('/v1/triggers/chat', said('deploy', 8, 2));
    expect((await call('/v1/triggers/chat', said('2', 8, 2))).data.message.content).toBe('Deploying to eu.');
  });

  it('never lets one person press for another, nor in another session', async () => {
    const asked = await call('/v1/triggers/chat', said('deploy', 9, 3));
    const id = asked.data.message.ui?.[0]?.id;
    const other = await call('/v1/triggers/chat', pressed(`${id}#1`, 10, 3));
    expect(other.data.toast?.code).toBe('not_this_chat');
    const elsewhere = await call('/v1/triggers/chat', pressed(`${id}#1`, 9, 4));
    expect(elsewhere.data.toast?.code).toBe('not_this_chat');
    const forged = await call('/v1/triggers/chat', pressed(`ui_${'A'.repeat(21)}#0`, 9, 3));
    expect(forged.data.toast?.code).toBe('not_this_chat');
    expect((await call('/v1/triggers/chat', pressed(`${id}#1`, 9, 3))).data.message.content).toBe('Deploying to eu.');
  });

  it('reads what is no callback of ours as an ordinary message', async () => {
    const answer = await call('/v1/triggers/chat', {
      data: { message: { text: 'hello', from: { id: 7 }, chat: { id: 1 } }, callback_query: { data: 'menu:home' } },
    });
    expect(answer.data.message.content).toBe('You said: hello');
  });

  it('with the same key is the same turn, and with another body refused', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const first = await call('/v1/triggers/alert', { data: { text: 'a' } }, headers);
    const second = await call('/v1/triggers/alert', { data: { text: 'a' } }, headers);
    expect(second).toEqual(first);
    const other = await call('/v1/triggers/alert', { data: { text: 'b' } }, headers);
    expect([other.status, other.error.code]).toEqual([409, 'idempotency_mismatch']);
  });

  it('says what is wrong with a call', async () => {
    const failures = await Promise.all([
      call('/v1/triggers/alrt', { data: {} }),
      call('/v1/formations/other/triggers/alert', { data: {} }),
      call('/v1/triggers/alert', {}),
      call('/v1/triggers/alert', { data: {}, use_async: true }),
      call('/v1/triggers/chat', { data: { message: { text: {} } } }),
      call('/v1/triggers/alert', { data: {}, session_id: 's'.repeat(300) }),
      call('/v1/triggers', {}),
      call('/v1/triggers/alert', { data: {} }, { Authorization: 'Bearer nope' }),
    ]);
    expect(failures.map(({ status, error }) => `${status} ${error.code}`)).toEqual([
      '404 not_found',
      '404 not_found',
      '400 body_invalid',
      '400 webhook_required',
      '400 body_invalid',
      '400 body_invalid',
      '405 method_not_allowed',
      '401 unauthorized',
    ]);
    expect(failures[0]?.error.message).toBe("There is no trigger 'alrt'. Triggers: alert, chat.");
  });

  it('takes no user token: the data would name whom it likes', async () => {
    const issued = await service.post('/v1/user-tokens', { user_id: 'ann', ttl_s: 60 }, key);
    const { token } = issued.body as { token: string };
    const answer = await call('/v1/triggers/chat', said('hello'), { Authorization: `Bearer ${token}` });
    expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
  });
});
