import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerByIndex, chatStream, questionIn, resumeStream, textOf } from '../../../src/client/entry.ts';
import { startTestService, type TestService } from '../../e2e/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { FOOTBRIDGE_KEYS: 'client' } });
});
afterAll(() => service.end());

async function userToken(userId: string): Promise<string> {
  const { body } = await service.post(
    '/v1/user-tokens',
    { user_id: userId, ttl_s: 60 },
    { Authorization: 'Bearer client' },
  );
  return (body as { token: string }).token;
}

describe('the client and the service', () => {
  it('ask a question and answer it [MUXI-26]', async () => {
    const who = { baseUrl: service.url, token: await userToken('ann'), sessionId: 's1' };
    const asking = chatStream({ ...who, message: 'deploy' });
    const question = await firstQuestion(asking);
    expect(question?.choices.map(({ label }) => label)).toEqual(['United States', 'Europe']);

    const answering = chatStream({ ...who, ...answerByIndex(question as NonNullable<typeof question>, 1) });
    for await (const _ of answering);
    expect(textOf(answering.state)).toBe('Deploying to eu.');
  });

  it.each(['muxi', 'ubp', 'agent-ui'] as const)(
    'go on with a turn after the page was loaded anew, in %s',
    async (dialect) => {
      const who = { baseUrl: service.url, token: await userToken('ben'), dialect };
      const stream = chatStream({
        ...who,
        message: 'hello',
        sessionId: `s-${dialect}`,
        idempotencyKey: `once-${dialect}`,
      });
      for await (const { type } of stream) if (type === 'token' || type === 'text_delta') break;
      const { turnId = '', lastEventId } = stream.state;

      const rest = resumeStream({ ...who, turnId, lastEventId });
      for await (const _ of rest);
      expect(rest.state.end).toEqual({ type: 'done' });
      const all = resumeStream({ ...who, turnId });
      for await (const _ of all);
      expect(textOf(all.state)).toBe('You said: hello');

      const again = chatStream({
        ...who,
        message: 'hello',
        sessionId: `s-${dialect}`,
        idempotencyKey: `once-${dialect}`,
      });
      for await (const _ of again);
      expect(again.state.turnId).toBe(turnId);
    },
  );

  it('refuse who has no token, by a code', async () => {
    const stream = chatStream({ baseUrl: service.url, message: 'x', token: 'fbu_nobody' });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      kind: 'refused',
      code: 'unauthorized',
    });
  });
});

async function firstQuestion(stream: ReturnType<typeof chatStream<'muxi'>>) {
  let question: ReturnType<typeof questionIn>;
  for await (const event of stream) {
    if (event.type === 'ui') question ??= event.ui.map(questionIn).find((found) => found !== undefined);
  }
  return question;
}
