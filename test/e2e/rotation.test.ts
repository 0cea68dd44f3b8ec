import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type Message, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { emptySchemaUrl, noPostgres } from '../store/postgres/server.ts';
import { type Instances, startInstances } from './instances/instances.ts';
import { messageUpdate, pressUpdate } from './instances/telegram-updates.ts';
import { postTo, REPLIES, startTestService, type TestService } from './service.ts';

const OLD = 'the old secret of this bridge';
const NEW = 'the new secret of this bridge';

function buttonOf(message: Message | undefined): { data: string; label: string } {
  const button = message?.reply_markup?.inline_keyboard.flat()[1];
  return { data: (button as { callback_data?: string } | undefined)?.callback_data ?? '', label: button?.text ?? '' };
}

describe('a secret that is replaced, on one instance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { FOOTBRIDGE_SECRET: OLD, FOOTBRIDGE_KEYS: 'key-one' } });
  });
  afterAll(() => service.end());

  const last = (telegram: TelegramEmulator, chat: { id: number }) => telegram.messages(chat).at(-1);

  async function asked(name: string): Promise<Message> {
    const { telegram } = service;
    const person = telegram.person(name);
    telegram.sendText(person, person, 'deploy');
    await expect.poll(() => last(telegram, person)?.reply_markup).toBeDefined();
    return last(telegram, person) as Message;
  }

  async function tokenFor(user: string): Promise<string> {
    const issued = await service.post('/v1/user-tokens', { user_id: user }, { Authorization: 'Bearer key-one' });
    return (issued.body as { token: string }).token;
  }

  const chatStatus = async (token: string) =>
    (await service.post('/v1/chat', { message: 'hello' }, { Authorization: `Bearer ${token}` })).status;

  it('opens what the old one sealed, seals with the new one, and ends with the old one', async () => {
    const { telegram } = service;
    const [oldQuestion, laterQuestion] = [await asked('Ann'), await asked('Bo')];
    const oldToken = await tokenFor('ann');

    await service.restart({ FOOTBRIDGE_SECRET: `${NEW},${OLD}` });
    const ann = telegram.person('Ann');
    const press = await telegram.press(ann, { chat: ann, message_id: oldQuestion.message_id }, 1);
    expect(press.text).toBe('Recorded: Europe');
    expect(await chatStatus(oldToken)).toBe(200);
    const newQuestion = await asked('Cy');
    const newToken = await tokenFor('ann');

    await service.restart({ FOOTBRIDGE_SECRET: NEW });
    const [bo, cy] = [telegram.person('Bo'), telegram.person('Cy')];
    expect((await telegram.press(cy, { chat: cy, message_id: newQuestion.message_id }, 1)).text).toBe(
      'Recorded: Europe',
    );
    expect(await chatStatus(newToken)).toBe(200);
    expect((await telegram.press(bo, { chat: bo, message_id: laterQuestion.message_id }, 1)).text).toBe(
      'This button is not for this chat.',
    );
    expect(await chatStatus(oldToken)).toBe(401);
  });
});

describe.skipIf(noPostgres)('a secret that is replaced while instances go one by one', () => {
  let telegram: TelegramEmulator;
  let instances: Instances;
  beforeAll(async () => {
    telegram = await createTelegramEmulator();
    instances = await startInstances(1, {
      formation: `${REPLIES}channels: { telegram: { token: "1:t", mode: webhook, api_root: API_ROOT } }\n`,
      apiRoot: telegram.url,
      databaseUrl: await emptySchemaUrl(),
      // Every instance knows both before one signs with the new one.
      env: { FOOTBRIDGE_SECRET: `${OLD},${NEW}`, PUBLIC_URL: 'http://127.0.0.1:9' },
    });
    await instances.startAnother({ FOOTBRIDGE_SECRET: `${NEW},${OLD}` });
  });
  afterAll(async () => {
    await instances?.end();
    await telegram?.close();
  });

  it.each([
    ['the old order is pressed on the new one', 0, 1],
    ['the new order is pressed on the old one', 1, 0],
  ])('a button of %s, and the webhook takes the secret of both', async (name, asker, answerer) => {
    const person = telegram.person(name);
    const urls = instances.services.map(({ url }) => `${url}/channels/telegram/webhook`);
    // Told in the background: a service that has started may not have told it yet.
    const registered = () => telegram.calls.find(({ method }) => method === 'setWebhook')?.parameters.secret_token;
    await expect.poll(registered, { timeout: 10_000 }).toBeDefined();
    const secret = { 'X-Telegram-Bot-Api-Secret-Token': String(registered()) };
    const message = await postTo(urls[asker] ?? '', messageUpdate(person.id, 'deploy'), secret);
    expect(message.status).toBe(200);
    await expect.poll(() => telegram.messages(person)).toHaveLength(1);
    const button = buttonOf(telegram.messages(person)[0]);
    const pressed = await postTo(urls[answerer] ?? '', pressUpdate(person.id, { ...button, queryId: name }), secret);
    expect(pressed.status).toBe(200);
    await expect.poll(() => telegram.messages(person).at(-1)?.text).toBe('Deploying to eu.');
  });
});
