import { beforeAll, describe, expect, it } from 'vitest';
import type { Affordance } from '../../src/protocol/affordance.ts';
import { discordPrinting, emailPrinting, slackPrinting, telegramPrinting } from './contract/channels.ts';
import { loadOracles, type Oracles, oraclesMissing } from './contract/oracles.ts';
import { choice, idOf, link } from './contract/widgets.ts';

const CHANNELS = [telegramPrinting, slackPrinting, discordPrinting, emailPrinting];

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];

/** One typical widget of each kind, with the text that comes along. */
const KINDS: Readonly<Record<string, { text: string; affordance: Affordance }>> = {
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
    text: 'The map is ready.',
    affordance: { type: 'open', widgetId: idOf(0), label: 'Map of the site', ref: 'map' },
  },
  note: {
    text: 'Done.',
    affordance: { type: 'note', widgetId: idOf(0), text: 'An interactive view is available in the web chat.' },
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
    const { parts, notes } = channel.print([affordance], text, channel.content);
    const payloads = parts.map(channel.wrap);
    await expect(`${JSON.stringify({ payloads, notes }, null, 2)}\n`).toMatchFileSnapshot(
      `../golden/${kind}.${name}.json`,
    );
    for (const payload of payloads) if (oracles) expect(channel.judge(oracles, payload)).toEqual([]);
  });
});
