// A grammY bot that keeps nothing, on node:http or (FRAMEWORK=express) on Express. Prints {"port"}.
import http from 'node:http';
import { Bot, InlineKeyboard, webhookCallback } from 'grammy';

const bot = new Bot('1:bench', { client: { apiRoot: process.env.API_ROOT } });
const keyboard = new InlineKeyboard()
  .text('Basic - 49 EUR', 'w_8f3a#0')
  .text('Comfort - 69 EUR', 'w_8f3a#1')
  .row()
  .text('Suite - 129 EUR', 'w_8f3a#2')
  .text('None of these', 'w_8f3a#3')
  .row()
  .url('Compare plans', 'https://example.com/plans?id=42');
bot.on('message:text', (ctx) =>
  ctx.reply('Which plan should I book for Friday? Prices are per night.', { reply_markup: keyboard }),
);
bot.on('callback_query:data', async (ctx) => {
  await ctx.answerCallbackQuery();
  await ctx.reply(`You chose ${ctx.callbackQuery.data}`);
});
await bot.init();

const options = { secretToken: 'bench-secret' };
let server;
if (process.env.FRAMEWORK === 'express') {
  const { default: express } = await import('express');
  const app = express();
  app.use(express.json());
  app.post('/*path', webhookCallback(bot, 'express', options));
  server = http.createServer(app);
} else {
  server = http.createServer(webhookCallback(bot, 'http', options));
}
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
