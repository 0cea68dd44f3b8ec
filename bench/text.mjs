// Markdown to each platform's text, beside marked's lexer alone and the Chat SDK's converters; then how time grows with length.

import { DiscordFormatConverter } from '@chat-adapter/discord';
import { SlackFormatConverter } from '@chat-adapter/slack';
import { TelegramFormatConverter } from '@chat-adapter/telegram';
import { Lexer } from 'marked';
import { allChannels } from '../dist/channels/all.js';
import { discordMarkdown } from '../dist/markup/dialects/discord-markdown.js';
import { mailHtml } from '../dist/markup/dialects/mail-html.js';
import { plainText } from '../dist/markup/dialects/plain-text.js';
import { slackMrkdwn } from '../dist/markup/dialects/slack-mrkdwn.js';
import { telegramHtml } from '../dist/markup/dialects/telegram-html.js';
import { parseMarkdown } from '../dist/markup/parse/parse-markdown.js';

const RUNS = 31;

const SAMPLE = `## What I found about the *billing* incident

The alert on Monday came from **one** customer whose invoices were counted twice. Nothing was charged twice: the ledger was right all the time (checked against 1,204 rows), only the dashboard was wrong.

### Causes

1. **Retry without a key** - the job \`sync-invoices\` ran again after a timeout. See [the log](https://logs.example.com/q?service=billing&from=2026-11-02).
2. **A view that adds** - it joins \`invoice\` with \`payment\`:
   - two payments, two rows
   - *one* amount, counted twice
3. **No alarm** - the test in \`ci/\` covers ~~both~~ one case only

| Customer | Invoices | Shown | Right |
| :--- | ---: | ---: | ---: |
| Acme | 12 | 24 | 12 |
| Globex | 7 | 7 | 7 |
| Initech | 31 | 62 | 31 |

> The numbers in the monthly report are taken from the ledger.
> They do **not** change.

\`\`\`sql
SELECT invoice_id, count(*) AS n
FROM payment GROUP BY invoice_id HAVING count(*) > 1 AND status <> 'void';
\`\`\`

What I would do next, in this order: add an idempotency key to the job, group the view by invoice, and let the alarm watch the difference between both sums. The first takes an hour; the others need a review by the data team, who are back on Wednesday. Should I open the *three* tickets, or do you want to read the plan first? The draft is at https://wiki.example.com/billing_2026/plan and the old report stays where it is until somebody says otherwise.

Odd characters to be careful with: snake_case_names, 3 * 4 = 12, a+b-c, {braces}, [brackets], #hash, x|y, "quotes" & ampersands, 5 < 6, done!`;

/** A text that was not seen before, so that no cache has it. */
let seen = 0;
function fresh() {
  seen = (seen + 1) % 1000;
  return SAMPLE + seen;
}

const chats = { hasTables: false };
const tree = parseMarkdown(SAMPLE, chats);
const treeWithTables = parseMarkdown(SAMPLE, { hasTables: true });
const telegramRival = new TelegramFormatConverter();
const slackRival = new SlackFormatConverter();
const discordRival = new DiscordFormatConverter();

let sink;
const WORK = {
  "marked's lexer alone": () => Lexer.lex(fresh()),
  'parse alone': () => parseMarkdown(fresh(), chats),
  'parse + Telegram HTML': () => telegramHtml.print(parseMarkdown(fresh(), chats)),
  'parse + Slack mrkdwn': () => slackMrkdwn.print(parseMarkdown(fresh(), chats)),
  'parse + Discord': () => discordMarkdown.print(parseMarkdown(fresh(), chats)),
  'second dialect: Telegram HTML': () => telegramHtml.print(tree),
  'second dialect: Slack mrkdwn': () => slackMrkdwn.print(tree),
  'second dialect: Discord': () => discordMarkdown.print(tree),
  'second dialect: plain text': () => plainText.print(tree),
  'second dialect: mail HTML': () => mailHtml.print(treeWithTables),
  'Chat SDK: Telegram MarkdownV2': () => telegramRival.fromMarkdown(fresh()),
  'Chat SDK: Slack mrkdwn': () => slackRival.toResponseUrlText({ markdown: fresh() }),
  'Chat SDK: Discord': () => discordRival.fromMarkdown(fresh()),
};

/** Median microseconds of one call. All kinds of work take turns, so that a busy machine slows each of them. */
function timeAll(work) {
  const times = {};
  const samples = {};
  for (const [name, run] of Object.entries(work)) {
    const warmUntil = performance.now() + 400;
    let calls = 0;
    while (performance.now() < warmUntil) for (let i = 0; i < 5; i++, calls++) sink = String(run());
    times[name] = Math.max(1, Math.round(calls / 40));
    samples[name] = [];
  }
  for (let run = 0; run < RUNS; run++) {
    for (const [name, call] of Object.entries(work)) {
      const started = performance.now();
      for (let i = 0; i < times[name]; i++) sink = call();
      samples[name].push(((performance.now() - started) * 1_000) / times[name]);
    }
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));
}

const micros = timeAll(WORK);
const lexer = micros["marked's lexer alone"];
const ours = micros['parse + Telegram HTML'];
const rows = Object.entries(micros).map(([name, time]) => [
  name,
  {
    µs: time.toFixed(1),
    "÷ marked's lexer": (time / lexer).toFixed(2),
    '÷ parse + Telegram HTML': (time / ours).toFixed(1),
  },
]);
process.stdout.write(
  `\nMarkdown of ${SAMPLE.length} characters, ${process.version}, median of ${RUNS} runs in turns\n`,
);
console.table(Object.fromEntries(rows));

/** Milliseconds of one `print`, best of a few: what it holds the event loop at least. */
function printMs(channel, text) {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    sink = channel.print([], `${text}${run}`, channel.content);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

const filled = (unit, units) => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
const TEXTS = {
  'the sample again and again': `${SAMPLE}\n\n`,
  'plain sentences': 'This is one sentence, of many. ',
  '*a _b `c [d': '*a _b `c [d ',
};
const growth = {};
for (const [name, unit] of Object.entries(TEXTS)) {
  for (const [size, units] of [
    ['10 kB', 10_000],
    ['100 kB', 100_000],
    ['256 kB', 262_144],
    ['1 MB', 1_000_000],
  ]) {
    const row = {};
    for (const channelName of ['telegram', 'slack', 'discord', 'email']) {
      row[`${channelName} ms`] = printMs(allChannels().get(channelName), filled(unit, units - 1)).toFixed(1);
    }
    growth[`${size} of ${name}`] = row;
  }
}
process.stdout.write('\nOne print of a long text; above 256 kB it is not read as Markdown\n');
console.table(growth);
if (sink === undefined) process.exitCode = 1;
