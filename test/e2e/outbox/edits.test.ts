import { expect, it } from 'vitest';
import { botTexts, callsTo, push, serviceWith, tooMany } from './at-work.ts';

const TWO_QUESTIONS = {
  text: 'Two things.',
  clarification: { prompt: 'Which region?', choices: [{ value: 'us' }, { value: 'eu' }] },
  credential_choice: { service: 'github', accounts: [{ value: 'work' }, { value: 'home' }] },
};

it('several edits of a message while the platform is down are one call, and order is kept', async () => {
  const service = await serviceWith('{ rates: { telegram: off } }');
  const { telegram } = service;
  const ann = telegram.person('Ann');
  await push(service, ann.id, TWO_QUESTIONS);
  await expect.poll(() => botTexts(service, ann.id)).toHaveLength(1);
  const [question] = telegram.messages(ann);
  const message = { chat: ann, message_id: question?.message_id ?? 0 };
  const data =
    question?.reply_markup?.inline_keyboard
      .flat()
      .map((button) => ('callback_data' in button ? button.callback_data : '')) ?? [];

  telegram.failNext('sendMessage', tooMany(2));
  await push(service, ann.id, { text: 'Before the edits.' });
  await expect.poll(() => callsTo(service, ann.id)).toHaveLength(2);
  expect((await telegram.press(ann, message, data[1] ?? '')).text).toBe('Recorded: eu');
  expect((await telegram.press(ann, message, data[2] ?? '')).text).toBe('Recorded: work');

  const replies = ['You said: eu', 'You said: work'];
  await expect
    .poll(() => botTexts(service, ann.id).slice(1), { timeout: 6_000 })
    .toEqual(['Before the edits.', ...replies]);
  const methods = callsTo(service, ann.id).map(({ method }) => method);
  expect(methods.filter((method) => method === 'editMessageText')).toHaveLength(1);
  const shown = telegram.messages(ann).find(({ message_id }) => message_id === message.message_id);
  expect(shown?.text).toMatch(/✓ eu[\s\S]*✓ work/);
  expect(shown?.reply_markup?.inline_keyboard ?? []).toEqual([]);
});
