import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TurnState } from '../../src/client/turn/turn-state.ts';
import type { Dialect } from '../../src/protocol/ui/turn-client.ts';
import { hasBrowser, useStage } from './stage.ts';

/** Gives the one turn of the page its next state. */
async function show(page: Page, state: TurnState, dialect: Dialect = 'ubp'): Promise<void> {
  await page.evaluate(
    async ({ state, dialect }) => {
      const known = document.querySelector('footbridge-turn') as InstanceType<typeof footbridge.FootbridgeTurn> | null;
      const turn = known ?? new footbridge.FootbridgeTurn();
      turn.dialect = dialect;
      if (!known) {
        const host = {};
        turn.host = { ...host, blocks: footbridge.createFootbridgeBlocks(host) };
        main.append(turn);
      }
      // Parts that have not changed are the same objects, as a reducer gives them.
      const parts = state.parts.map((part, index) => {
        const before = known?.state.parts[index];
        return JSON.stringify(before) === JSON.stringify(part) && before ? before : part;
      });
      turn.state = { ...state, parts };
      await new Promise((resolve) => setTimeout(resolve));
    },
    { state, dialect },
  );
}

const text = (words: string) => ({ type: 'text', text: words }) as const;
const QUESTION = {
  type: 'question',
  id: 'q1',
  prompt: 'Where to?',
  multi: true,
  choices: [
    { value: 'us', label: 'United States' },
    { value: 'eu', label: 'Europe' },
  ],
} as const;
const block = (id: string, name: string, data: unknown, version = '1.0.0') =>
  ({ type: 'block', id, block: { id, namespace: 'minara', block_type: name, version, data } }) as const;

describe.skipIf(!hasBrowser)('a turn', () => {
  const open = useStage();

  it('shows its parts in the order in which they arrived [UBP-19]', async () => {
    const page = await open();
    const items = [{ id: 'a', label: 'Wallet', action: { kind: 'route', target: '/wallet' } }];
    await show(page, {
      parts: [
        { type: 'tool', id: 't1', name: 'search', status: 'running' },
        block('b1', 'feature_recommendation', { items }),
        text('Here you are.'),
        block('b2', 'feature_recommendation', { items: [] }),
        block('b3', 'newer', { secret: 'x' }),
        block('b4', 'feature_recommendation', { items }, '2.0.0'),
        QUESTION,
      ],
    });
    const shown = await page
      .locator('footbridge-turn .parts')
      .evaluate((node) =>
        [...node.children].map((child) => child.localName + (child.shadowRoot ? '' : `: ${child.textContent}`)),
      );
    expect(shown).toEqual([
      'p: search: running',
      'footbridge-features',
      'div: Here you are.',
      'footbridge-unknown',
      'footbridge-unknown',
      'footbridge-unknown',
      'footbridge-choices',
    ]);
    expect(await page.getByText('minara.feature_recommendation 2.0.0').isVisible()).toBe(true);
    expect(await page.getByText('secret').count()).toBe(0);
  });

  it('ignores widgets that nobody here knows, and draws those that it does with fields more [MUXI-9]', async () => {
    const page = await open();
    const widget = (type: string, more: object) =>
      ({ type: 'widget', id: type, widget: { type, id: type, ...more } }) as const;
    await show(
      page,
      {
        parts: [
          text('Connect.'),
          widget('hologram', { data: 'x' }),
          widget('action_link', { label: 'Connect', url: 'https://a.example/', shiny: true }),
          widget('mcp_resource', { server: 'clock', tool: 'time', data: '<b>', resource: 'ui://x' }),
          widget('options', { prompt: 'Where?', options: [{ value: 'us' }] }),
        ],
      },
      'muxi',
    );
    expect(
      await page
        .locator('footbridge-turn .parts')
        .evaluate((node) => [...node.children].map(({ localName }) => localName)),
    ).toEqual(['div', 'footbridge-link', 'p', 'footbridge-choices']);
    expect(await page.getByText('A card of the tool “time” from the MCP server “clock”.').isVisible()).toBe(true);
  });

  it('shows the words of an envelope that it cannot show [AUI-2, AUI-9, HI-70]', async () => {
    const page = await open();
    const envelope = (id: string, given: object) =>
      ({ type: 'envelope', id, createdAtMs: 1, envelope: given }) as const;
    const chart = {
      schemaVersion: 'agent-ui@1',
      kind: 'chart',
      surface: 'chat_inline',
      grammar: 'echarts-safe-subset',
    };
    const component = { schemaVersion: 'agent-ui@1', kind: 'registered_component', surface: 'chat_inline' };
    await show(
      page,
      {
        parts: [
          envelope('e1', { ...chart, schemaVersion: 'agent-ui@2', fallbackText: 'One.' }),
          envelope('e2', { ...chart, kind: 'html', html: '<script>' }),
          envelope('e3', { ...chart, spec: { series: [{ type: 'custom' }] }, data: null, fallbackText: 'Three.' }),
          envelope('e4', { ...component, component: 'Nobody', props: {}, fallbackText: '<i>Four</i>' }),
          envelope('e5', { ...component, component: 'ScadaPanel', props: { device_ids: ['p1'] } }),
          envelope('e6', {
            ...component,
            component: 'HistoryPanel',
            props: { device_ids: ['p1'], start_time: '2026-02-30T00:00:00Z', end_time: '2026-03-02T00:00:00Z' },
            fallbackText: 'Six.',
          }),
          envelope('e7', { ...component, component: '__proto__', props: {} }),
        ],
      },
      'agent-ui',
    );
    const words = await page
      .locator('footbridge-turn .parts')
      .evaluate((node) => [...node.children].map(({ localName, textContent }) => textContent || localName));
    const unknown = 'The agent showed something that this page cannot show.';
    expect(words).toEqual(['One.', unknown, 'Three.', '<i>Four</i>', 'footbridge-scada-panel', 'Six.', unknown]);
  });

  it('grows without taking the focus and what was chosen from anybody', async () => {
    const page = await open();
    await show(page, { parts: [text('One'), QUESTION] });
    await page.getByRole('checkbox', { name: 'Europe' }).check();
    await show(page, { parts: [text('One'), QUESTION, text('Two')] });
    await show(page, { parts: [text('One'), QUESTION, text('Two and more')] });
    expect(await page.getByRole('checkbox', { name: 'Europe' }).isChecked()).toBe(true);
    await page.keyboard.press('Space');
    expect(await page.getByRole('checkbox', { name: 'Europe' }).isChecked()).toBe(false);
  });

  it('forgets what it showed when the turn begins anew', async () => {
    const page = await open();
    await show(page, { parts: [text('One'), QUESTION] });
    await show(page, { parts: [text('Anew')] });
    expect(await page.locator('footbridge-turn .parts').textContent()).toBe('Anew');
    expect(await page.locator('footbridge-choices').count()).toBe(0);
  });

  it('makes web addresses of its text links, and nothing else of it [HI-18, HI-34]', async () => {
    const page = await open();
    const words =
      'See https://a.example/x?b=1, javascript:alert(1), <b>bold</b>, https://u:p@a.example/ and http://b.example.';
    await show(page, { parts: [text(words)], end: { type: 'done' } });
    expect(await page.locator('footbridge-turn .parts').textContent()).toBe(words);
    const links = await page
      .locator('footbridge-turn a')
      .evaluateAll((nodes) => nodes.map((node) => [node.getAttribute('href'), node.getAttribute('rel')]));
    expect(links).toEqual([
      ['https://a.example/x?b=1', 'noopener noreferrer'],
      ['http://b.example', 'noopener noreferrer'],
    ]);
  });

  it('shows a question as answered when its answer came another way', async () => {
    const page = await open();
    await show(page, { parts: [QUESTION] });
    await page.evaluate(() => {
      const turn = document.querySelector('footbridge-turn') as InstanceType<typeof footbridge.FootbridgeTurn>;
      turn.answered = new Map([['q1', 'Europe']]);
    });
    await page.getByText('Chosen: Europe').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Europe' }).isChecked()).toBe(true);
  });
});
