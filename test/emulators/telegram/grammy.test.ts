import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot, GrammyError, HttpError, InlineKeyboard, webhookCallback } from 'grammy';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { eventually, running } from './running.ts';

/** A bot that asks for a region and records the answer, as the real library runs it. */
function regionBot(emulator: TelegramEmulator): Bot {
  const bot = new Bot('1:emulated', { client: { apiRoot: emulator.url } });
  bot.command('deploy', (context) =>
    context.reply('<b>Which region?</b>', {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard().text('US', 'us').text('EU', 'eu').row().url('Docs', 'https://example.com'),
    }),
  );
  bot.callbackQuery(/^(us|eu)$/, async (context) => {
    await context.answerCallbackQuery({ text: `Recorded: ${context.match[1]}` });
    await context.editMessageText(`✓ ${context.match[1]}`);
  });
  bot.on('edited_message', (context) => context.reply('I saw that.'));
  return bot;
}

async function deploy(emulator: TelegramEmulator) {
  const ann = emulator.person('Ann');
  emulator.sendText(ann, ann, '/deploy');
  const question = await eventually(() => emulator.messages(ann)[1]);
  expect(question.text).toBe('Which region?');
  expect(await emulator.press(ann, question, 1)).toEqual({ isAnswered: true, text: 'Recorded: eu', showAlert: false });
  const answered = await eventually(() => emulator.messages(ann).find(({ text }) => text === '✓ eu'));
  expect(answered.message_id).toBe(question.message_id);
  expect(answered).not.toHaveProperty('reply_markup');
}

describe('the real grammY', () => {
  it('runs a bot by long polling', async () => {
    const emulator = await running();
    const bot = regionBot(emulator);
    await bot.api.setMyCommands([{ command: 'deploy', description: 'Deploys' }]);
    const stopped = bot.start();
    await deploy(emulator);
    const mine = emulator.sendText(42, 42, 'helo');
    emulator.edit(42, { chat: 42, message_id: mine.message_id }, 'hello');
    await eventually(() => emulator.messages(42).some(({ text }) => text === 'I saw that.'));
    await bot.stop();
    await stopped;
    expect(emulator.calls.map(({ method }) => method)).toContain('deleteWebhook');
  });

  it('runs a bot by webhook, with the secret', async () => {
    const emulator = await running();
    const bot = regionBot(emulator);
    const server = createServer(webhookCallback(bot, 'http', { secretToken: 'secret' }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await bot.api.setWebhook(url, { secret_token: 'secret', allowed_updates: ['message', 'callback_query'] });
    await deploy(emulator);
    expect(await bot.api.getWebhookInfo()).toMatchObject({ url, pending_update_count: 0 });
  });

  it('reports refusals, waits and broken connections as it does on Telegram', async () => {
    const emulator = await running();
    const { api } = new Bot('1:emulated', { client: { apiRoot: emulator.url } });
    const ann = emulator.person('Ann');
    const failed = (promise: Promise<unknown>) =>
      promise.then(
        () => 'no error',
        (error: unknown) => error,
      );

    const refused = await failed(api.sendMessage(ann.id, '<h1>', { parse_mode: 'HTML' }));
    expect(refused).toBeInstanceOf(GrammyError);
    expect(refused).toMatchObject({ error_code: 400, description: expect.stringContaining("can't parse entities") });

    emulator.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 5',
      parameters: { retry_after: 5 },
    });
    expect(await failed(api.sendMessage(ann.id, 'x'))).toMatchObject({ parameters: { retry_after: 5 } });

    emulator.failNext('sendMessage', 'reset');
    expect(await failed(api.sendMessage(ann.id, 'x'))).toBeInstanceOf(HttpError);
    emulator.failNext('sendMessage', 502);
    expect(await failed(api.sendMessage(ann.id, 'x'))).toBeInstanceOf(HttpError);
    expect(emulator.messages(ann)).toEqual([]);
  });
});
