import { beforeAll, describe, expect, it } from 'vitest';
import type { Affordance } from '../../src/protocol/affordance.ts';
import { discordPrinting, emailPrinting, slackPrinting, telegramPrinting } from './contract/channels.ts';
import { loadOracles, type Oracles, oraclesMissing } from './contract/oracles.ts';
import { choice, idOf, link } from './contract/widgets.ts';

const CHANNELS = [telegramPrinting, slackPrinting, discordPrinting, emailPrinting];

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];

/** What an agent writes on a good day. */
const ANSWER = `# Moving to the new cluster 🚀

Short version: **yes, this week works**, if we do it *before* Friday. The [runbook](https://docs.acme.example/runbook?step=1&dry_run=true) is up to date.

## What happens

1. Freeze deployments
   - tell the team in #ops
   - wait for \`release-42\` to finish
2. Copy the data
   1. snapshot
   2. restore, then compare ~~by hand~~ with the script
3. Switch over

| Step | Minutes | Risk |
|:-----|--------:|:----:|
| Freeze | 5 | low |
| Copy | 40 | medium |
| Switch | 10 | **high** |

> Nobody can write while the copy runs.
> Reading works all the time. 👍

\`\`\`sh
pg_dump "$SOURCE" | psql "$TARGET" && echo "<done>"
\`\`\`

- [x] Snapshot tested
- [ ] On-call informed

---

Costs are $40 & up; see https://acme.example/pricing_2026 or ask <ops@acme.example>.`;

/** One typical widget of each kind, with the text that comes along. */
const KINDS: Readonly<Record<string, { text: string; affordance?: Affordance }>> = {
  answer: { text: ANSWER },
  choice: {
    text: 'Deploy to <production>?\n\n1. Yes, now\n2. No',
    affordance: choice(['Yes, now', 'No'], { prompt: 'Deploy to <production>?' }),
  },
  'choice-of-many': {
    text: `Which month?\n\n${months.map((month, at) => `${at + 1}. ${month}`).join('\n')}`,
    affordance: choice(months, { prompt: 'Which month?' }),
  },
  'choice-of-several': {
    text: 'Which toppings?\n\n1. Cheese\n2. Olives\n3. Basil',
    affordance: choice(['Cheese', 'Olives', 'Basil'], { prompt: 'Which toppings?', multi: true }),
  },
  link: {
    text: 'I need your account first.\n\nConnect: https://a.example/login?client_id=abc',
    affordance: link('https://a.example/login?client_id=abc', { label: 'Connect', hint: 'Opens the login page' }),
  },
  prefill: {
    text: 'You could buy some.',
    affordance: { type: 'prefill', widgetId: idOf(0), label: 'Buy', command: '/buy 100 BTC' },
  },
  image: {
    text: 'Here it is.',
    affordance: { type: 'image', widgetId: idOf(0), alt: 'Sales by month, as bars', png: async () => new Uint8Array() },
  },
  table: {
    text: 'The three largest:',
    affordance: {
      type: 'table',
      widgetId: idOf(0),
      headers: ['City', 'People'],
      rows: [
        ['Tokyo', '37 million'],
        ['Delhi', '33 million'],
        ['Shanghai', '29 million'],
      ],
    },
  },
  open: {
    text: 'The map is ready.\n\nOpen the map: https://bot.example.com/apps/eyJ.c2ln',
    affordance: {
      type: 'open',
      widgetId: idOf(0),
      label: 'Open the map',
      url: 'https://bot.example.com/apps/eyJ.c2ln',
    },
  },
  note: {
    text: 'Done.',
    affordance: { type: 'note', widgetId: idOf(0), text: 'An interactive view is available in the web chat.' },
  },
  place: {
    text: 'Meet me there.',
    affordance: {
      type: 'note',
      widgetId: idOf(0),
      text: 'Eiffel Tower',
      point: { latitude: 48.85837, longitude: 2.294481 },
    },
  },
};

/**
 * What each kind looks like on each channel: the request bodies and the developer's notes. A wanted change is written
 * with `npx vitest run test/channels/golden.test.ts -u`, and read in the diff.
 */
describe.each(Object.entries(KINDS))('a %s', (kind, { text, affordance }) => {
  let oracles: Oracles | undefined;
  beforeAll(async () => {
    if (oraclesMissing === undefined) oracles = await loadOracles();
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))('on %s', async (name, channel) => {
    const { parts, notes } = channel.print(affordance ? [affordance] : [], text, channel.content);
    const payloads = parts.map(channel.wrap);
    await expect(`${JSON.stringify({ payloads, notes }, null, 2)}\n`).toMatchFileSnapshot(
      `../golden/${kind}.${name}.json`,
    );
    for (const payload of payloads) if (oracles) expect(channel.judge(oracles, payload)).toEqual([]);
  });
});
