import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const FORMATION = `
sentences: { en: { submit: Send it } }
agent:
  type: script
  replies:
    - turn: { text: Which?, clarification: { prompt: Which?, multi: true, choices: [{ value: a }, { value: b }] } }
channels:
  telegram: { token: "1:test", api_root: API_ROOT }
`;

describe('the button that sends several picks', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ formation: FORMATION });
  });
  afterAll(() => service.end());

  it.each([
    ['zh-hans', '完成'],
    ['de', 'Send it'],
  ])('is labelled for a person who speaks %s: %s', async (language_code, label) => {
    const { telegram } = service;
    const person = telegram.person(`Speaker of ${language_code}`, { language_code });
    telegram.sendText(person, person, 'ask me');
    const labels = () =>
      telegram.messages(person).flatMap((message) => (message.reply_markup?.inline_keyboard ?? []).flat());
    await expect.poll(() => labels().map(({ text }) => text), { timeout: 5_000 }).toEqual(['☐ a', '☐ b', label]);
  });

  it('is labelled in the words of the formation where nobody in particular is asked', async () => {
    const clarification = { prompt: 'Which?', multi: true, choices: [{ value: 'a' }, { value: 'b' }] };
    for (const [channel, context] of [
      ['telegram', { chat_id: 1 }],
      ['slack', { channel: 'C1' }],
    ] as const) {
      const { body } = await service.post('/v1/render', { channel, context, turn: { text: 'Which?', clarification } });
      expect(JSON.stringify(body)).toContain('"text":"Send it"');
    }
    const { telegram } = service;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'hello');
    const address = { chat_id: ann.id };
    const pushed = { to: { channel: 'telegram', address }, turn: { text: 'Which?', clarification } };
    expect((await service.post('/v1/turns', pushed)).status).toBe(202);
    await expect
      .poll(() => JSON.stringify(telegram.messages(ann)).split('"text":"Send it"').length, { timeout: 5_000 })
      .toBe(3);
  });
});
