import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPLIES, startTestService, type TestService } from '../service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    formation: `${REPLIES}channels:
  telegram: { token: "1:test", api_root: API_ROOT, mode: webhook, secret_token: hook-secret }
async: { allow_hosts: [127.0.0.1] }
`,
    transformers: {
      telegram: `name: telegram
endpoint: { url: "${receiver.url}/out/\${{ context.chat_id }}" }
body:
  text: "\${{ response.content }}"
  reply_markup: "\${{ ui.telegram.reply_markup }}"
content_transform: { format: plain }
`,
    },
  });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

it('a connected channel hears its platform and answers through the endpoint', async () => {
  const ann = service.telegram.person('Ann');
  const chat = { id: ann.id, type: 'private', first_name: 'Ann' };
  const send = (update: object) =>
    service.post('/channels/telegram/webhook', update, { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secret' });
  const path = `/out/${ann.id}`;

  await send({ update_id: 1, message: { message_id: 1, date: 1, chat, from: ann, text: 'deploy' } });
  await expect.poll(() => receiver.bodies(path)).toHaveLength(1);
  const { text, reply_markup } = receiver.bodies(path)[0] as {
    text: string;
    reply_markup: { inline_keyboard: { callback_data: string }[][] };
  };
  expect(text).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe');

  const data = reply_markup.inline_keyboard.flat()[1]?.callback_data;
  const message = { message_id: 2, date: 1, chat, text, reply_markup };
  await send({ update_id: 2, callback_query: { id: '7', from: ann, chat_instance: '1', data, message } });
  await expect.poll(() => receiver.bodies(path)).toHaveLength(2);
  expect(receiver.bodies(path)[1]).toEqual({ text: 'Deploying to eu.' });
  // The platform itself is sent nothing, and no edit of a message that it never got.
  const calls = service.telegram.calls.map(({ method }) => method);
  expect(calls.filter((method) => /^(?:send|edit)/.test(method))).toEqual([]);
});

it('a command is answered through it, too', async () => {
  const bo = service.telegram.person('Bo');
  const chat = { id: bo.id, type: 'private', first_name: 'Bo' };
  const update = { update_id: 3, message: { message_id: 1, date: 1, chat, from: bo, text: '/stop' } };
  await service.post('/channels/telegram/webhook', update, { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secret' });
  await expect.poll(() => receiver.bodies(`/out/${bo.id}`)).toEqual([{ text: 'There is nothing to stop.' }]);
});
