import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../src/protocol/agent.ts';
import { REPLIES, startTestService, type TestService } from './service.ts';

let service: TestService;
afterEach(() => service.end());

async function call(method: string, path: string) {
  const response = await fetch(service.url + path, { method });
  return { status: response.status, body: (await response.json()) as never };
}

const texts = (chat: number) => service.telegram.messages(chat).flatMap((message) => message.text ?? []);

describe('what is held about a person', () => {
  it('is given whole: where they are, what they said, what was said to them, what they answered', async () => {
    service = await startTestService();
    const ann = service.telegram.person('Ann');
    service.telegram.sendText(ann.id, ann.id, 'deploy');
    await expect.poll(() => texts(ann.id)).toHaveLength(2);
    const [asked] = service.telegram.messages(ann.id).slice(-1);
    await service.telegram.press(ann.id, { chat: ann.id, message_id: asked?.message_id ?? 0 }, 1);
    await expect.poll(() => texts(ann.id).at(-1)).toBe('Deploying to eu.');

    const { status, body } = await call('GET', `/v1/users/${ann.id}/export`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'user_export',
      user_id: String(ann.id),
      channel: 'telegram',
      exported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      conversations: [{ channel: 'telegram', conversation: `telegram:${ann.id}`, address: { chat_id: ann.id } }],
      turns: [{ status: 'done' }, { status: 'done' }],
      questions: [{ prompt: 'Which region should I deploy to?', answered: 'Europe' }],
    });
    const said = (body as { deliveries: { payload: { text?: string } }[] }).deliveries.map(
      ({ payload }) => payload.text,
    );
    expect(said).toContain('Deploying to eu.');
  });

  it('is gone when it is erased; then nothing is known, until they write again', async () => {
    service = await startTestService();
    const ann = service.telegram.person('Ann');
    const ben = service.telegram.person('Ben');
    for (const person of [ann, ben]) service.telegram.sendText(person.id, person.id, 'hello');
    for (const person of [ann, ben]) await expect.poll(() => texts(person.id)).toEqual(['hello', 'You said: hello']);

    expect(await call('DELETE', `/v1/users/${ann.id}`)).toMatchObject({
      status: 200,
      body: { object: 'user_erasure', user_id: String(ann.id), channel: 'telegram', rows_deleted: expect.any(Number) },
    });

    expect(await call('GET', `/v1/users/${ann.id}/export`)).toMatchObject({
      status: 404,
      body: { error: { code: 'user_unknown' } },
    });
    expect(await call('DELETE', `/v1/users/${ann.id}`)).toMatchObject({ status: 404 });
    expect(await call('GET', `/v1/users/${ben.id}/export`)).toMatchObject({ status: 200 });
    service.telegram.sendText(ann.id, ann.id, 'again');
    await expect.poll(() => texts(ann.id)).toEqual(['hello', 'You said: hello', 'again', 'You said: again']);
    // Also right after: where they are is written down again at once, so the next erasure finds all of it.
    expect((await call('GET', `/v1/users/${ann.id}/export`)).body).toMatchObject({
      conversations: [{ conversation: `telegram:${ann.id}` }],
      turns: [{}],
      deliveries: [{ payload: { text: 'You said: again' } }],
    });
  });

  it('holds what they said in a group, and not what others said there', async () => {
    service = await startTestService();
    const { telegram } = service;
    const [ann, ben] = [telegram.person('Ann'), telegram.person('Ben')];
    const group = telegram.group('Team');
    for (const person of [ann, ben]) telegram.sendText(person.id, group.id, '/ping');
    await expect.poll(() => texts(group.id)).toHaveLength(4);

    const turns = async (id: number) =>
      ((await call('GET', `/v1/users/${id}/export`)).body as { turns?: { conversation: string }[] }).turns;
    expect(await turns(ann.id)).toMatchObject([{ conversation: `telegram:${group.id}`, status: 'done' }]);
    expect(await call('DELETE', `/v1/users/${ann.id}`)).toMatchObject({ status: 200, body: { rows_deleted: 1 } });
    expect(await turns(ann.id)).toBeUndefined();
    expect(await turns(ben.id)).toHaveLength(1);
  });

  it('is asked for by channel where the same id is known on several', async () => {
    service = await startTestService({
      formation: `${REPLIES}channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n  web: {}\n`,
    });
    const ann = service.telegram.person('Ann');
    service.telegram.sendText(ann.id, ann.id, 'hello');
    await expect.poll(() => texts(ann.id)).toHaveLength(2);
    await service.post('/v1/chat', { message: 'hello', session_id: 's1' }, { 'X-User-Id': String(ann.id) });

    for (const [method, path] of [
      ['GET', `/v1/users/${ann.id}/export`],
      ['DELETE', `/v1/users/${ann.id}`],
    ] as const) {
      const refused = await call(method, path);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'user_ambiguous' } } });
      expect(JSON.stringify(refused.body)).toContain('telegram, web');
    }
    expect(await call('DELETE', `/v1/users/${ann.id}?channel=web`)).toMatchObject({ status: 200 });
    expect(await call('GET', `/v1/users/${ann.id}/export`)).toMatchObject({ body: { channel: 'telegram' } });
    expect(await call('GET', `/v1/users/${ann.id}/export?channel=pigeon`)).toMatchObject({ status: 400 });
  });

  it('is gone also while a turn of theirs runs: it ends unkept, nothing is said, and the next one is answered', async () => {
    let answer = () => {};
    const slow: AgentType = {
      type: 'slow',
      settings: z.unknown(),
      create: () => ({
        async *run(turn) {
          if (turn.message === 'secret') {
            await new Promise<void>((resolve) => {
              answer = resolve;
            });
          }
          yield { type: 'text', delta: `re: ${turn.message}` };
        },
      }),
    };
    service = await startTestService({
      agents: [slow],
      formation: 'agent: { type: slow }\nchannels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n',
    });
    const ann = service.telegram.person('Ann');
    service.telegram.sendText(ann.id, ann.id, 'secret');
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await expect.poll(metrics).toContain('footbridge_live_turns 1');

    expect(await call('DELETE', `/v1/users/${ann.id}`)).toMatchObject({ status: 200 });
    answer();
    await expect.poll(metrics).toContain('footbridge_claims_lost_total{kind="turn"} 1');
    service.telegram.sendText(ann.id, ann.id, 'hello');

    await expect.poll(() => texts(ann.id)).toEqual(['secret', 'hello', 're: hello']);
    const { body } = await call('GET', `/v1/users/${ann.id}/export`);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});
