import { beforeAll, describe, expect, it } from 'vitest';
import { composeGiven } from '../../src/pipeline/compose/compose.ts';
import { featureRecommendationBlock } from '../../src/producers/ui-block/feature-recommendation.ts';
import { DEFAULT_UI_LIMITS } from '../../src/protocol/envelope.ts';
import { allWidgets } from '../../src/widgets/all.ts';
import { featureRecommendation } from '../../src/widgets/feature_recommendation/index.ts';
import { discordPrinting, emailPrinting, slackPrinting, telegramPrinting } from './contract/channels.ts';
import { loadOracles, type Oracles, oraclesMissing } from './contract/oracles.ts';

const CHANNELS = [telegramPrinting, slackPrinting, discordPrinting, emailPrinting];

const buy = {
  id: 'buy',
  label: 'Buy <more>',
  hint: 'At today’s price',
  action: { kind: 'slash', command: '/buy 100 BTC' },
};
const wallet = { id: 'wallet', label: 'Wallet', icon: 'wallet', action: { kind: 'route', target: '/wallet?tab=1' } };
const deposit = { id: 'deposit', label: 'Deposit', hint: 'Add money', action: { kind: 'modal', name: 'deposit' } };
const docs = { id: 'docs', label: 'Read on', action: { kind: 'external', url: 'https://docs.acme.example/a_b?c=d' } };

/** What a bot says with one or two recommendations, with the application at an address or nowhere. */
const KINDS = {
  'features-to-fill-in-and-open': { items: [buy, wallet], appUrl: 'https://acme.example/app' },
  'features-to-open': { items: [deposit, docs], appUrl: 'https://acme.example/app' },
  'features-without-an-application': { items: [wallet, deposit], appUrl: undefined },
};

/**
 * What a recommendation looks like on each channel. A wanted change is written with
 * `npx vitest run test/channels/feature-golden.test.ts -u`, and read in the diff.
 */
describe.each(Object.entries(KINDS))('%s', (kind, { items, appUrl }) => {
  let oracles: Oracles | undefined;
  beforeAll(async () => {
    if (oraclesMissing === undefined) oracles = await loadOracles();
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))('on %s', async (name, channel) => {
    const type = featureRecommendationBlock({ appUrl, externalHosts: ['docs.acme.example'] });
    const checked = type.check({ items });
    if ('fault' in checked) throw new Error(checked.fault);
    const known = { namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' };
    const id = 'ui_0123456789ABCDEFGHIJK';
    const widget = type.widgetOf({ ...known, id, data: checked.data, position: 'after_text' });
    const composed = composeGiven('You could go on here.', [widget], {
      widgetTypes: allWidgets(),
      limits: DEFAULT_UI_LIMITS,
      readsMarkdown: true,
    });
    expect(composed.notes).toEqual([]);
    const affordances = composed.widgets.flatMap((one) => featureRecommendation.lower(one as never));
    const { parts, notes } = channel.print(affordances, composed.text, channel.content);
    const payloads = parts.map(channel.wrap);
    await expect(`${JSON.stringify({ payloads, notes }, null, 2)}\n`).toMatchFileSnapshot(
      `../golden/${kind}.${name}.json`,
    );
    for (const payload of payloads) if (oracles) expect(channel.judge(oracles, payload)).toEqual([]);
  });
});
