import { describe, expect, it } from 'vitest';
import { hasBrowser, useBrowser } from './browser.ts';
import type { Reply } from './stand-in-chat.ts';
import { field, log, say, speak } from './web-pane.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';
const REF = 'R'.repeat(32);

const block = (id: string, data: unknown, name = 'feature_recommendation', namespace = 'minara') =>
  ({
    type: 'block',
    block: { id, namespace, block_type: name, version: '1.2.0', data, position: 'after_text' },
  }) as const;
const item = (id: string, action: object) => ({
  id,
  label: `To ${id}`,
  hint: `A way to ${id}`,
  icon: 'wallet',
  action,
});
const FEATURES: Record<string, Reply> = {
  places: {
    text: 'Two ways:',
    events: [
      block('b1', {
        items: [
          item('wallet', { kind: 'route', target: '/wallet?tab=1' }),
          item('buy', { kind: 'slash', command: '/buy 100 BTC' }),
        ],
      }),
    ],
  },
  more: {
    text: 'More:',
    events: [
      block('b2', {
        items: [
          item('deposit', { kind: 'modal', name: 'deposit', params: { token: HOSTILE } }),
          item('docs', { kind: 'external', url: 'https://acme.example/docs' }),
        ],
      }),
    ],
  },
  traps: {
    text: 'Traps:',
    events: [
      block('b3', {
        items: [
          item('elsewhere', { kind: 'external', url: 'https://acme.example.evil.example/' }),
          item('up', { kind: 'route', target: '/wallet/%252e%252e/admin' }),
        ],
      }),
    ],
  },
  unknown: {
    text: 'Look:',
    events: [
      block('b4', { secret: 'never shown', html: HOSTILE }, 'hologram', 'acme.tools'),
      block('b5', { items: [] }),
      block('b6', {}, HOSTILE, HOSTILE),
    ],
  },
};

const envelope = (id: string, content: object) =>
  ({
    type: 'envelope',
    envelopeId: id,
    createdAtMs: 1_764_510_000_000,
    envelope: { schemaVersion: 'agent-ui@1', ...content },
  }) as const;
const CHART = {
  kind: 'chart',
  surface: 'chat_inline',
  grammar: 'echarts-safe-subset',
  spec: {
    title: { text: `Sales ${HOSTILE}` },
    xAxis: { type: 'category', data: ['Oct', 'Nov'] },
    yAxis: {},
    series: [{ type: 'bar', name: HOSTILE, data: [7, 8] }],
  },
  data: null,
  fallbackText: 'Sales grew.',
};
const MAP = { kind: 'map_action', surface: 'map_overlay' };
const ZOOM = { ...MAP, action: 'zoom_to_map', params: { center: [-9.14, 38.72], zoom: 11 }, fallbackText: 'Lisbon' };
const JUNCTIONS = { ...MAP, action: 'render_junctions', params: { render_ref: REF }, fallbackText: 'Junctions' };
const HISTORY = {
  kind: 'registered_component',
  surface: 'side_panel',
  component: 'HistoryPanel',
  props: { device_ids: ['pump-1', 'pump-2'], start_time: '2026-11-29T00:00:00Z', end_time: '2026-11-30T00:00:00Z' },
};
const POINTS = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: 'j1',
      geometry: { type: 'Point', coordinates: [-9.14, 38.72] },
      properties: { label: HOSTILE },
    },
  ],
};

describe.skipIf(!hasBrowser)('the web chat in its dialects (skipped without /usr/bin/chromium)', () => {
  const open = useBrowser();

  it('sends each message to the route of the dialect that is chosen, and remembers the choice [UBP-4]', async () => {
    const { page, there } = await open();
    await say(page, 'one');
    await log(page).getByText('You said: one').waitFor();
    await speak(page, 'UI blocks');
    await say(page, 'two');
    await log(page).getByText('You said: two').waitFor();
    await speak(page, 'agent-ui');
    await page.reload();
    await expect.poll(() => page.getByLabel('agent-ui', { exact: true }).isChecked()).toBe(true);
    await say(page, 'three');
    await log(page).getByText('You said: three').waitFor();
    expect(there.posts.map(({ path, query }) => [path, query])).toEqual([
      ['/v1/chat', {}],
      ['/v1/chat/stream', { capabilities: 'minara.feature_recommendation@1,footbridge.mcp_app@1' }],
      ['/api/v1/agent/chat/stream', {}],
    ]);
    const sessions = there.posts.map(({ body }) => body.session_id);
    expect(sessions[1]).toBe(sessions[0]);
    expect(there.posts[1]?.body).toEqual({ message: 'two', session_id: sessions[0] });
  });

  it.each([
    ['MUXI', 'muxi', 't'],
    ['UI blocks', 'ubp&capabilities=minara.feature_recommendation%401%2Cfootbridge.mcp_app%401', 't'],
    ['agent-ui', 'agent-ui', 't'],
  ])('goes on in %s where the line broke, and shows nothing twice', async (name, query) => {
    const { page, there } = await open({ replies: { long: { text: 'one two three four', cutBehind: 3 } } });
    await speak(page, name);
    await say(page, 'long');
    await log(page).getByText('one two').waitFor();
    there.asked.breakLines();
    await log(page).getByText('one two three four', { exact: true }).waitFor();
    expect(there.asked.resumes).toEqual([{ url: `/v1/turns/turn0/stream?dialect=${query}`, lastEventId: 'turn0.1.3' }]);
    expect(there.posts).toHaveLength(1);
    await expect.poll(() => log(page).getByText('The connection broke').count()).toBe(0);
  });

  it.each(['UI blocks', 'agent-ui'])(
    'asks and takes a press in %s, and marks what was answered in words',
    async (name) => {
      const { page, there } = await open();
      await speak(page, name);
      await say(page, 'deploy');
      await log(page).getByRole('button', { name: 'Europe' }).click();
      await log(page).getByText('Deploying to eu.').waitFor();
      expect(there.posts[1]?.body).toMatchObject({ message: 'Europe', ui_response: { id: 'ui_region', value: 'eu' } });
      await log(page).getByRole('button', { name: '✓ Europe' }).waitFor();
    },
  );

  it('marks a question that was answered in words', async () => {
    const REGION = { widgetId: 'ui_region', prompt: 'Region', multi: false };
    const choices = [{ value: 'eu', label: 'Europe' }];
    const { page } = await open({
      replies: {
        ask: { text: 'Where?', events: [{ type: 'question', ...REGION, choices }] },
        // As the service does when the words are those of a choice.
        Europe: {
          text: 'Deploying.',
          events: [
            {
              type: 'asked',
              message: '',
              receivedAtMs: 0,
              uiResponse: { id: 'ui_region', value: 'eu', label: 'Europe' } as never,
            },
          ],
        },
      },
    });
    await speak(page, 'UI blocks');
    await say(page, 'ask');
    await log(page).getByRole('button', { name: 'Europe' }).waitFor();
    await say(page, 'Europe');
    await log(page).getByRole('button', { name: '✓ Europe' }).waitFor();
    await expect.poll(() => log(page).getByRole('button', { name: '✓ Europe' }).isDisabled()).toBe(true);
  });

  it('shows tools at work as quiet lines, in the order in which things came', async () => {
    const { page } = await open({
      replies: {
        work: {
          text: 'Let me see.',
          events: [
            { type: 'tool_call', callId: 'c1', tool: 'search', args: {} },
            { type: 'tool_call', callId: 'c2', tool: 'fetch', args: {}, parentId: 'c1' },
            { type: 'tool_result', callId: 'c2', tool: 'fetch', isError: true, result: null, parentId: 'c1' },
            { type: 'text', delta: '\n\nFound it.' },
          ],
        },
      },
    });
    await speak(page, 'UI blocks');
    await say(page, 'work');
    await log(page).getByText('Found it.').waitFor();
    await expect
      .poll(() => log(page).locator('footbridge-turn .parts > *').allTextContents())
      .toEqual(['Let me see.', 'search: called', 'fetch: failed', 'Found it.']);
  });

  it('routes through the app, fills the composer without sending, and reports each [UBP-41, UBP-42, UBP-49]', async () => {
    const { page, there } = await open({ replies: FEATURES });
    await speak(page, 'UI blocks');
    await say(page, 'places');
    await log(page).getByRole('button', { name: 'To wallet A way to wallet' }).click();
    await page.getByRole('status').getByText('/wallet?tab=1 would open in your app.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await log(page).getByRole('button', { name: 'To buy' }).press('Enter');
    await log(page).getByText('Nothing was sent.').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('/buy 100 BTC');
    await expect.poll(() => field(page).evaluate((node) => node.matches(':focus'))).toBe(true);
    expect(there.posts).toHaveLength(1);
    await expect
      .poll(() => there.asked.reports)
      .toEqual([
        { path: '/v1/telemetry/block-action', body: { blockId: 'b1', itemId: 'wallet', action: 'route' } },
        { path: '/v1/telemetry/block-action', body: { blockId: 'b1', itemId: 'buy', action: 'slash' } },
      ]);
  });

  it('opens a dialog with its params, and a page of an allowed host beside itself [UBP-43, UBP-44]', async () => {
    const { page } = await open({ replies: FEATURES });
    await speak(page, 'UI blocks');
    await say(page, 'more');
    await log(page).getByRole('button', { name: 'To deposit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Your app would open this dialog.').waitFor();
    await expect.poll(() => dialog.locator('dd').allTextContents()).toEqual([HOSTILE]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    const link = log(page).getByRole('link', { name: 'To docs' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://acme.example/docs');
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
  });

  it('does nothing at an action that is not allowed, whatever the server let through [UBP-44, HI-22]', async () => {
    const { page, there } = await open({ replies: FEATURES });
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await speak(page, 'UI blocks');
    await say(page, 'traps');
    for (const name of ['To elsewhere', 'To up']) {
      await log(page).getByRole('button', { name }).click();
      await log(page).getByText('That is not allowed here').waitFor();
    }
    expect(warnings).toEqual([
      'An action of a block was refused: host_not_allowed.',
      'An action of a block was refused: encoded_trap.',
    ]);
    expect(page.context().pages()).toHaveLength(1);
    expect(there.asked.reports).toEqual([]);
  });

  it('shows a block that it does not know by name and version only [UBP-21, HI-38]', async () => {
    const { page } = await open({ replies: FEATURES });
    await speak(page, 'UI blocks');
    await say(page, 'unknown');
    const cards = log(page).locator('footbridge-unknown');
    await cards.nth(2).waitFor();
    await expect
      .poll(() => cards.locator('strong').allTextContents())
      .toEqual(['acme.tools.hologram 1.2.0', 'minara.feature_recommendation 1.2.0', `${HOSTILE}.${HOSTILE} 1.2.0`]);
    expect(await log(page).getByText('never shown').count()).toBe(0);
    await expect.poll(() => log(page).locator('img').count()).toBe(0);
  });

  it('draws a chart, acts on the map, shows a panel in words, and the rest in its own [AUI-9, AUI-10, AUI-11]', async () => {
    const { page, there } = await open({
      replies: {
        show: {
          text: 'Look.',
          events: [
            envelope('e1', CHART),
            envelope('e2', ZOOM),
            envelope('e3', HISTORY),
            envelope('e4', { ...CHART, schemaVersion: 'agent-ui@2' }),
            envelope('e5', { kind: 'html', fallbackText: HOSTILE }),
            envelope('e6', { ...ZOOM, params: { center: [-9.14, 98.72], zoom: 11 } }),
            envelope('e7', { ...HISTORY, component: 'OrderPanel' }),
            envelope('e8', { ...CHART, spec: { series: [{ type: 'custom', renderItem: 'x' }] }, fallbackText: 'Cut.' }),
          ],
        },
      },
    });
    await speak(page, 'agent-ui');
    await say(page, 'show');
    const shown = log(page).locator('footbridge-turn .parts > *');
    await shown.nth(8).waitFor();
    await log(page)
      .getByRole('img', { name: `Sales ${HOSTILE}` })
      .waitFor();
    await log(page).getByText('Show the data as a table').click();
    const table = log(page).getByRole('table', { name: `Sales ${HOSTILE}` });
    await expect.poll(() => table.locator('th').allTextContents()).toEqual(['', HOSTILE]);
    await expect.poll(() => table.locator('tbody tr').allInnerTexts()).toEqual(['Oct\t7', 'Nov\t8']);
    await log(page).getByText('✓ Shown on the map').waitFor();
    const map = page.locator('footbridge-map');
    await map.getByText('Show the places as a list').click();
    await map.getByText('The map shows 38.72°, -9.14°, zoom 11.').waitFor();
    expect(
      await log(page).getByRole('region', { name: 'History of readings' }).locator('dd').first().textContent(),
    ).toBe('pump-1, pump-2');
    const fallbacks = (await shown.allTextContents()).slice(4);
    const unknown = 'The agent showed something that this page cannot show.';
    expect(fallbacks).toEqual(['Sales grew.', HOSTILE, 'Lisbon', unknown, 'Cut.']);
    await expect.poll(() => log(page).locator('img').count()).toBe(0);
    await expect.poll(() => there.asked.reports.length).toBe(8);
    const sessionId = there.posts[0]?.body.session_id;
    const statuses = ['rendered', 'rendered', 'rendered', 'fallback', 'fallback', 'fallback', 'fallback', 'fallback'];
    const byPath = there.asked.reports.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    expect(byPath).toEqual(
      statuses.map((renderStatus, index) => ({
        path: `/api/v1/agent/chat/envelopes/e${index + 1}/status`,
        body: { session_id: sessionId, renderStatus },
      })),
    );
  });

  it('fetches what belongs on the map by its ref, and checks all of it [AUI-18, AUI-20]', async () => {
    const lost = { ...JUNCTIONS, params: { render_ref: 'L'.repeat(32) } };
    const { page, there } = await open({
      refs: { [REF]: POINTS },
      replies: { show: { text: 'Look.', events: [envelope('e1', JUNCTIONS), envelope('e2', lost)] } },
    });
    await speak(page, 'agent-ui');
    await say(page, 'show');
    await log(page).getByText('What belongs on the map could not be loaded.').waitFor();
    await page.locator('footbridge-map').getByText('Show the places as a list').click();
    await expect
      .poll(() => page.locator('footbridge-map td').allTextContents())
      .toEqual(['Junctions', `${HOSTILE} (j1)`, '38.72°', '-9.14°', '']);
    await expect
      .poll(() => there.asked.reports.map(({ body }) => Reflect.get(body as object, 'renderStatus')).sort())
      .toEqual(expect.arrayContaining(['error', 'rendered']));
  });

  it('shows the session again after a reload, and does nothing to a map again [AUI-24]', async () => {
    const past = (id: string, given: object, renderStatus: string) => ({
      envelopeId: id,
      createdAt: 1,
      envelope: { schemaVersion: 'agent-ui@1', ...given },
      renderStatus,
    });
    const { page, there } = await open({
      refs: { [REF]: POINTS },
      history: [
        { id: 'm1', role: 'user', content: `Show me ${HOSTILE}`, created_at: 1 },
        {
          id: 'm2',
          role: 'assistant',
          content: 'There you are.',
          created_at: 2,
          uiEnvelopes: [past('e1', CHART, 'pending'), past('e2', ZOOM, 'rendered'), past('e3', JUNCTIONS, 'rendered')],
        },
      ],
    });
    await speak(page, 'agent-ui');
    await say(page, 'hello');
    await log(page).getByText('You said: hello').waitFor();
    let fetched = 0;
    page.on('request', (request) => {
      if (request.url().includes('/render-ref/')) fetched++;
    });
    await page.reload();
    await log(page).getByText('There you are.').waitFor();
    await expect.poll(() => log(page).locator('li').count()).toBe(2);
    await expect
      .poll(() => there.asked.reports.map(({ path }) => path))
      .toEqual(['/api/v1/agent/chat/envelopes/e1/status']);
    expect(fetched).toBe(0);
    expect(await page.locator('footbridge-map').isVisible()).toBe(false);
    await log(page).getByRole('button', { name: 'Show on the map again' }).nth(1).click();
    await page.locator('footbridge-map').getByText('Show the places as a list').click();
    await expect.poll(() => page.locator('footbridge-map td').allTextContents()).toContain('Junctions');
    await say(page, 'again');
    await log(page).getByText('You said: again').waitFor();
    expect(there.posts[1]?.body.session_id).toBe(there.posts[0]?.body.session_id);
  });

  it.each(['MUXI', 'UI blocks', 'agent-ui'])(
    'reads on in %s after a reload in the middle of a turn, and brings back the buttons of the last question',
    async (name) => {
      const question = { id: 'turn0.user', role: 'user', content: 'deploy', created_at: 1 };
      const reply = { id: 'turn0', role: 'assistant', content: 'Which', created_at: 1, status: 'running' };
      const history: unknown[] = [question, reply];
      const { page, there } = await open({ history });
      await speak(page, name);
      await say(page, 'deploy');
      await log(page).getByRole('button', { name: 'Europe' }).waitFor();
      await page.reload();
      await log(page).getByRole('button', { name: 'Europe' }).waitFor();
      history[1] = { ...reply, content: 'Which region should I deploy to?', status: undefined };
      await page.reload();
      await log(page).getByRole('button', { name: 'Europe' }).click();
      await log(page).getByText('Deploying to eu.').waitFor();
      await expect.poll(() => log(page).locator('li').count()).toBe(4);
      expect(there.posts.map(({ body }) => body.ui_response)).toEqual([undefined, { id: 'ui_region', value: 'eu' }]);
      expect(there.posts[1]?.body.session_id).toBe(there.posts[0]?.body.session_id);
    },
  );

  it('shows what is kept of a reply whose stream is gone, and why another one has no end', async () => {
    const { page } = await open({
      history: [
        {
          id: 'old1',
          role: 'assistant',
          content: 'Half an',
          error: { code: 'x', message: 'It failed.' },
          created_at: 1,
        },
        { id: 'old2', role: 'assistant', content: '', created_at: 2 },
        { id: 'gone', role: 'assistant', content: 'All of it.', created_at: 3, status: 'running' },
      ],
    });
    // A tab that has no session yet comes back to none.
    await expect.poll(() => page.evaluate('Object.keys(sessionStorage).join()')).toContain('session');
    await page.reload();
    await log(page).getByText('All of it.').waitFor();
    await log(page).getByText('Half an').waitFor();
    await log(page).getByText('It failed.').waitFor();
    // Nothing stands where nothing was said.
    await expect.poll(() => log(page).locator('li').count()).toBe(2);
  });

  it('sends a message again by itself, as the same turn, when the line broke before the first word', async () => {
    const { page, there } = await open({ replies: { lose: { text: 'never said', cutBehind: 0 } } });
    await say(page, 'lose');
    // Until the page has heard the beginning of an answer, the browser repeats a broken request by itself.
    await expect
      .poll(() => {
        there.asked.breakLines();
        return log(page).getByText('The connection broke. Going on where it was…').isVisible();
      })
      .toBe(true);
    const known = there.posts.length;
    await expect.poll(() => there.posts.length).toBeGreaterThan(known);
    expect(new Set(there.posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('begins a new session when its reader wants one', async () => {
    const { page, there } = await open();
    await say(page, 'one');
    await log(page).getByText('You said: one').waitFor();
    await page.getByRole('button', { name: 'New session' }).press('Enter');
    await page.locator('#web-suggestions').getByRole('button', { name: 'weather' }).click();
    await log(page).getByText('You said: weather').waitFor();
    await expect.poll(() => log(page).locator('li').count()).toBe(2);
    expect(there.posts[1]?.body.session_id).not.toBe(there.posts[0]?.body.session_id);
  });

  it('says what to do where the components were not built, and shows the other panes', async () => {
    const { page } = await open({ hasComponents: false });
    await page.getByRole('alert').getByText('Run “npm run build”').waitFor();
    await page.getByLabel('Telegram message').fill('hello');
    await page.getByLabel('Telegram message').press('Enter');
    await page.locator('#telegram-log').getByText('You said: hello').waitFor();
  });

  it("speaks the reader's language [UBP-47]", async () => {
    const { page } = await open({ replies: FEATURES }, { reader: { locale: 'zh-CN' } });
    await page.getByRole('heading', { name: '网页聊天' }).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('zh');
    await speak(page, 'UI 块');
    await page.getByRole('textbox', { name: '消息', exact: true }).fill('places');
    await page.getByRole('textbox', { name: '消息', exact: true }).press('Enter');
    await log(page).getByRole('button', { name: 'To wallet' }).click();
    await page.getByRole('status').getByText('您的应用将打开 /wallet?tab=1。').waitFor();
  });

  it('fits a phone, also from right to left, whatever it shows', async () => {
    const arabic = 'مرحبا بالعالم';
    const wide = {
      ...CHART,
      data: { source: [Array.from({ length: 18 }, (_, column) => `column ${column}`), Array(18).fill(7)] },
      spec: { xAxis: {}, yAxis: {}, series: [{ type: 'line' }] },
    };
    const { page } = await open(
      {
        replies: {
          show: { text: arabic, events: [envelope('e1', wide), envelope('e2', ZOOM), envelope('e3', HISTORY)] },
        },
      },
      { reader: { viewport: { width: 375, height: 700 } } },
    );
    await speak(page, 'agent-ui');
    await say(page, 'show');
    await log(page).getByText('✓ Shown on the map').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    const direction = (text: string) =>
      log(page)
        .getByText(text, { exact: true })
        .evaluate((node) => Reflect.get(globalThis, 'getComputedStyle')(node).direction);
    expect([await direction(arabic), await direction('show')]).toEqual(['rtl', 'ltr']);
    await page.evaluate('document.documentElement.dir = "rtl"');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
});
