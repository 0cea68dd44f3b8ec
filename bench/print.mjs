// ns to print an envelope of 4 options and 1 link with its template, per channel, beside JSON.stringify of the payload and the Chat SDK's converters.
import { resolve } from 'node:path';
import * as discordSdk from '@chat-adapter/discord';
import * as slackSdk from '@chat-adapter/slack';
import { TelegramAdapter } from '@chat-adapter/telegram';
import { Actions, Button, Card, CardText, LinkButton } from 'chat';
import { allAgents } from '../dist/agents/all.js';
import { allChannels } from '../dist/channels/all.js';
import { loadFormation } from '../dist/formation/load.js';
import { render } from '../dist/pipeline/render.js';
import { SENTENCE_CODES } from '../dist/pipeline/sentences.js';
import { allWidgets } from '../dist/widgets/all.js';

const RUNS = 15;
const root = resolve(new URL('../', import.meta.url).pathname);
const channels = allChannels();
const widgetTypes = allWidgets();
const { formation } = await loadFormation({
  folder: resolve(root, 'bench/formation'),
  bundledTransformers: resolve(root, 'transformers'),
  env: { API_ROOT: 'http://127.0.0.1:1' },
  channels,
  agents: allAgents(),
  sentenceCodes: SENTENCE_CODES,
});

const question = 'Which plan should I book for Friday? Prices are per night.';
const labels = ['Basic - 49 EUR', 'Comfort - 69 EUR', 'Suite - 129 EUR', 'None of these'];
const link = { label: 'Compare plans', url: 'https://example.com/plans?id=42' };
const envelope = {
  text: `${question}\n\n${labels.map((label, i) => `${i + 1}. ${label}`).join('\n')}\n\n${link.label}: ${link.url}`,
  widgets: [
    {
      type: 'options',
      id: 'ui_0123456789ABCDEFGHIJK',
      prompt: question,
      options: labels.map((label, i) => ({ value: `v${i}`, label })),
      multi: false,
    },
    { type: 'action_link', id: 'ui_KJIHGFEDCBA9876543210', ...link },
  ],
  questions: [],
  notes: [],
};
const addresses = {
  telegram: { chat_id: 42 },
  slack: { channel: 'C123' },
  discord: { channel_id: '123456789012345678' },
  email: { address: 'ann@acme.example' },
};

const card = Card({
  children: [
    CardText(question),
    Actions([
      ...labels.map((label, i) => Button({ id: `w_8f3a#${i}`, label })),
      LinkButton({ url: link.url, label: link.label }),
    ]),
  ],
});
const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };
class OfflineTelegram extends TelegramAdapter {
  async telegramFetch(_method, payload) {
    JSON.stringify(payload);
    return { message_id: 7, date: 1, chat: { id: 42, type: 'private', first_name: 'a' }, text: payload.text };
  }
}
const offline = new OfflineTelegram({ botToken: '1:a', logger, mode: 'webhook', secretToken: 's' });
const rival = {
  telegram: () => offline.postMessage('telegram:42', { card }),
  slack: () => JSON.stringify({ blocks: slackSdk.cardToBlockKit(card), text: slackSdk.cardToFallbackText(card) }),
  discord: () => JSON.stringify(discordSdk.cardToDiscordPayload(card)),
};

let sink;
/** Median ns of one call, warm. */
async function time(work) {
  const isAsync = work() instanceof Promise;
  const pass = async (times) => {
    const started = performance.now();
    if (isAsync) for (let i = 0; i < times; i++) sink = await work();
    else for (let i = 0; i < times; i++) sink = work();
    return performance.now() - started;
  };
  let times = 1;
  while ((await pass(times)) < 20) times *= 2;
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(((await pass(times)) * 1e6) / times);
  return runs.sort((a, b) => a - b)[RUNS >> 1];
}

const rows = {};
for (const [name, address] of Object.entries(addresses)) {
  const print = () =>
    render({
      channel: channels.get(name),
      transformer: formation.transformers.get(name),
      widgetTypes,
      envelope,
      context: { address, agentName: 'bench', nowMs: 0 },
    });
  const { payloads } = print();
  const printNs = await time(print);
  const stringifyNs = await time(() => JSON.stringify(payloads));
  const rivalNs = rival[name] && (await time(rival[name]));
  rows[name] = {
    'print ns': Math.round(printNs),
    'JSON.stringify ns': Math.round(stringifyNs),
    'print ÷ stringify': (printNs / stringifyNs).toFixed(2),
    'Chat SDK card + JSON ns': rivalNs === undefined ? '-' : Math.round(rivalNs),
    'Chat SDK ÷ (print + stringify)': rivalNs === undefined ? '-' : (rivalNs / (printNs + stringifyNs)).toFixed(1),
  };
}
process.stdout.write(`\nprinting 4 options + 1 link, ${process.version}, median of ${RUNS} runs\n`);
console.table(rows);
if (sink === undefined) process.exitCode = 1;
