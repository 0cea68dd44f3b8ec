import { beforeAll, describe, expect, it } from 'vitest';
import { composeGiven } from '../../src/pipeline/compose/compose.ts';
import { DEFAULT_UI_LIMITS } from '../../src/protocol/envelope.ts';
import { allWidgets } from '../../src/widgets/all.ts';
import { chartSample } from '../../src/widgets/chart/sample.ts';
import { mapActionSample } from '../../src/widgets/map_action/sample.ts';
import { registeredComponentSample } from '../../src/widgets/registered_component/sample.ts';
import { discordPrinting, emailPrinting, slackPrinting, telegramPrinting } from './contract/channels.ts';
import { loadOracles, type Oracles, oraclesMissing } from './contract/oracles.ts';

const CHANNELS = [telegramPrinting, slackPrinting, discordPrinting, emailPrinting];

const hours = Array.from({ length: 48 }, (_, hour) => ({ hour, pressure: 4 + (hour % 7) / 10 }));
const { fallbackText: _, ...chartWithoutWords } = chartSample;

const KINDS: Readonly<Record<string, object>> = {
  chart: chartSample,
  'chart-of-many-rows': {
    ...chartWithoutWords,
    spec: { title: { text: 'Pressure <bar>' }, xAxis: {}, yAxis: {}, series: [{ type: 'line' }] },
    data: { source: hours },
  },
  'map-action': mapActionSample,
  'map-action-without-words': {
    ...{ type: 'map_action', id: mapActionSample.id, surface: 'map_overlay', action: 'locate_features' },
    params: { layer: 'valves', ids: ['v_1*', 'v_2*'] },
  },
  panel: registeredComponentSample,
};

/**
 * What charts, maps and panels look like on each channel. A wanted change is written with
 * `npx vitest run test/channels/envelope-golden.test.ts -u`, and read in the diff.
 */
describe.each(Object.entries(KINDS))('a %s', (kind, widget) => {
  let oracles: Oracles | undefined;
  beforeAll(async () => {
    if (oraclesMissing === undefined) oracles = await loadOracles();
  });

  it.each(CHANNELS.map((channel) => [channel.name, channel] as const))('on %s', async (name, channel) => {
    const widgetTypes = allWidgets();
    const composed = composeGiven('Here it is.', [widget], {
      widgetTypes,
      limits: DEFAULT_UI_LIMITS,
      readsMarkdown: true,
    });
    expect(composed.notes).toEqual([]);
    const affordances = composed.widgets.flatMap((one) => widgetTypes.get(one.type)?.lower(one) ?? []);
    const { parts, notes } = channel.print(affordances, composed.text, channel.content);
    const payloads = parts.map(channel.wrap);
    await expect(`${JSON.stringify({ payloads, notes }, null, 2)}\n`).toMatchFileSnapshot(
      `../golden/${kind}.${name}.json`,
    );
    for (const payload of payloads) if (oracles) expect(channel.judge(oracles, payload)).toEqual([]);
  });
});
