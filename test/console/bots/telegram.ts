import { Bot, InlineKeyboard } from 'grammy';
import type { TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import type { RunningBot } from './running-bot.ts';

/** A small grammY bot that asks, tells a story and repeats. */
export function startTelegramBot(emulator: TelegramEmulator): RunningBot {
  const bot = regionBot(emulator);
  // A bot that is stopped while it is still starting rejects.
  const polling = bot.start().catch(() => {});
  return {
    async stop() {
      await bot.stop();
      await polling;
    },
  };
}

function regionBot(emulator: TelegramEmulator): Bot {
  const bot = new Bot('1:emulated', { client: { apiRoot: emulator.url } });
  bot.hears(/deploy/, (context) =>
    context.reply('<b>Which region</b> should I deploy to?\n\n1. United States\n2. Europe', {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard()
        .text('United States', 'us')
        .text('Europe', 'eu')
        .row()
        .url('Docs', 'https://example.com/'),
    }),
  );
  bot.hears(/story/, (context) =>
    context.reply(
      'A <i>short</i> story, <code>npm start</code>:\n<pre><code class="language-ts">const bridge = open();</code></pre>\n<blockquote>Write first, nod second.</blockquote>\nMore at <a href="https://example.com/">the keeper</a>. <tg-spoiler>Nobody fell.</tg-spoiler>',
      { parse_mode: 'HTML' },
    ),
  );
  bot.hears(/command/, (context) =>
    context.reply('Buy: /buy 100 BTC', {
      reply_markup: { inline_keyboard: [[{ text: 'Buy', copy_text: { text: '/buy 100 BTC' } }]] },
    }),
  );
  bot.hears(/where/, (context) => context.replyWithLocation(48.8584, 2.2945));
  bot.callbackQuery(/^(us|eu)$/, async (context) => {
    const label = context.match[1] === 'us' ? 'United States' : 'Europe';
    await context.answerCallbackQuery({ text: `Recorded: ${label}` });
    await context.editMessageText(`<b>Which region</b> should I deploy to?\n\n✓ ${label}`, { parse_mode: 'HTML' });
    await context.reply(`Deploying to ${context.match[1]}.`);
  });
  bot.callbackQuery('alert', (context) => context.answerCallbackQuery({ text: 'Mind the gap', show_alert: true }));
  bot.on('message:text', (context) => context.reply(`You said: ${context.message.text}`));
  return bot;
}
