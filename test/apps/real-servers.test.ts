import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';
import { eventually, hasBrowser, type ShownApp, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { publishedServers } from './published-servers.ts';

const { servers, folder } = await publishedServers();

/** The policy of each that declares something; `OWN` is our origin. */
const MAPS = 'https://*.openstreetmap.org https://cesium.com https://*.cesium.com';
const POLICIES: Record<string, string> = {
  map: `default-src 'none'; script-src 'unsafe-inline' ${MAPS}; style-src 'unsafe-inline' ${MAPS}; img-src data: ${MAPS}; font-src ${MAPS}; media-src data: ${MAPS}; connect-src ${MAPS}; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors OWN`,
  pdf: "default-src 'none'; script-src 'unsafe-inline' https://unpkg.com; style-src 'unsafe-inline' https://unpkg.com; img-src data: https://unpkg.com; font-src https://unpkg.com; media-src data: https://unpkg.com; connect-src https://unpkg.com; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors OWN",
};
const DECLARES_NOTHING =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; media-src data:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors OWN";

/** The devices of each that declares any. */
const DEVICES: Record<string, string> = {
  transcript: 'camera=(), microphone=(self), geolocation=(), clipboard-write=(self)',
  pdf: 'camera=(), microphone=(), geolocation=(), clipboard-write=(self)',
};

/** For whoever wants to look at them: `FOOTBRIDGE_SHOTS=/tmp/shots`. */
async function shot(name: string, { page }: ShownApp): Promise<void> {
  const shots = process.env.FOOTBRIDGE_SHOTS;
  if (shots === undefined) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

/** The window of the app itself. */
async function viewOf({ page }: ShownApp): Promise<Frame> {
  await eventually(() => page.frames().length).toBeGreaterThanOrEqual(3);
  return page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame()) as Frame;
}

/** What can be read in an app, the beginning. */
async function wordsOf(app: ShownApp): Promise<string> {
  const view = await viewOf(app);
  return view.evaluate<string>('document.body.innerText.slice(0, 5000)');
}

/** A message to a window, as the browser of the tests notes it. */
interface Heard {
  data: { id?: unknown; method?: string; params?: Record<string, unknown> };
}

/** The params of a message to this window, once it has come. */
async function heardIn(frame: Frame, method: string): Promise<Record<string, unknown>> {
  const find = () =>
    frame.evaluate<Record<string, unknown> | undefined>(
      `window.__heard?.find(({ data }) => data.method === ${JSON.stringify(method)})?.data.params`,
    );
  await eventually(find).toBeDefined();
  return (await find()) as Record<string, unknown>;
}

/** What an app can get at outside of its own place; `OWN` is our origin. */
const REACH = `(async () => {
  const tried = {
    hostTitle: () => top.document.title,
    hostStorage: () => top.sessionStorage.length,
    hostAddress: () => top.location.href,
    hostPage: () => { top.location = 'about:blank'; return true },
    popup: () => open('about:blank') ?? undefined,
    cookies: () => document.cookie || undefined,
  };
  const reached = [];
  for (const [name, attempt] of Object.entries(tried)) {
    try { if (attempt() !== undefined) reached.push(name); } catch {}
  }
  for (const url of [OWN, OWN + '/v1/chat', 'https://undeclared.example/x']) {
    try { await fetch(url, { mode: 'no-cors' }); reached.push(url); } catch {}
  }
  try { await import(OWN + '/apps/assets/app-page.js'); reached.push('import'); } catch {}
  return reached;
})()`;

describe.skipIf(!hasBrowser)('real MCP Apps in our page', () => {
  const apps = useAppService(servers);
  const open = useAppBrowser();

  /** Opens the app of a server as the person who was answered, and holds it to its place: what each may, and no more. */
  async function asAnn(server: string): Promise<ShownApp> {
    const app = await open(await apps.appOf(server, 'ann'), { as: 'ann' });
    if (server === 'transcript') await allow(app, 'Allow');
    const view = await viewOf(app);
    const own = apps.service.url;
    expect(await view.evaluate(REACH.replaceAll('OWN', JSON.stringify(own)))).toEqual([]);
    const headers = app.sandboxHeaders();
    expect(headers['content-security-policy']).toBe((POLICIES[server] ?? DECLARES_NOTHING).replace('OWN', own));
    expect(headers['permissions-policy']).toBe(
      DEVICES[server] ?? 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
    );
    // What it was stopped at is listed for the person.
    await eventually(() => blockedIn(app)).toEqual(
      expect.arrayContaining([
        `${own}/ (connect-src)`,
        `${own}/v1/chat (connect-src)`,
        'https://undeclared.example/x (connect-src)',
        `${own}/apps/assets/app-page.js (script-src-elem)`,
      ]),
    );
    return app;
  }

  /** What the page lists as blocked. */
  const blockedIn = ({ page }: ShownApp) => page.locator('.notes').first().locator('li').allTextContents();

  const allow = (app: ShownApp, label: string) => app.page.getByRole('button', { name: label, exact: true }).click();

  it('basic-vanillajs shows the time, and calls its tool once the person said yes', async () => {
    const app = await asAnn('basic');
    await app.view.getByRole('button', { name: 'Get Server Time' }).click();
    await allow(app, 'Allow once');
    await eventually(() => app.view.locator('#server-time').textContent()).toMatch(/\d{4}-\d\d-\d\dT/);
    await shot('basic', app);
  });

  it('debug is told its input, its result and where it stands, and calls a tool that no model has', async () => {
    const app = await asAnn('debug');
    // It reports everything to its server, by a tool that is for it only.
    await allow(app, 'Allow while it is open');
    await eventually(() => wordsOf(app)).toContain('ontoolresult:');
    const said = await wordsOf(app);
    expect(said.indexOf('ontoolinput:')).toBeLessThan(said.indexOf('ontoolresult:'));
    for (const words of ['Footbridge', 'en-GB', 'Europe/Oslo', 'max 4000px']) expect(said).toContain(words);
    await app.view.getByRole('button', { name: 'Call debug-refresh' }).click();
    await allow(app, 'Allow once');
    await eventually(() => wordsOf(app)).toContain('Server timestamp: ');
    await shot('debug', app);
  });

  it('system-monitor polls its server for as long as the person lets it', async () => {
    const app = await asAnn('monitor');
    await allow(app, 'Allow while it is open');
    await eventually(() => wordsOf(app)).toMatch(/Uptime\s+\d/);
    await shot('monitor', app);
  });

  it('budget-allocator draws what its tool gave, asks its host for nothing when it is used, and may call its tool', async () => {
    const app = await asAnn('budget');
    await eventually(() => wordsOf(app)).toContain('Allocated: $100,000 / $100,000');
    expect(await app.view.locator('#budget-chart').count()).toBe(1);
    // The result of the tool that the model called is what the frame got, and what is drawn.
    const { config } = (await heardIn(await viewOf(app), 'ui/notifications/tool-result')).structuredContent as {
      config: { categories: { name: string }[]; presetBudgets: number[] };
    };
    expect(config.presetBudgets).toEqual([50_000, 100_000, 250_000, 500_000]);
    expect(await app.view.locator('.label-text').allTextContents()).toEqual(config.categories.map(({ name }) => name));

    // Its tools are its own, for a host to call; of its server it wants nothing more.
    await app.view.locator('#budget-selector').selectOption({ label: '$250,000' });
    await app.view.locator('#stage-selector').selectOption({ label: 'Growth' });
    await app.view.locator('.slider').first().fill('30');
    await eventually(() => wordsOf(app)).toContain('Allocated: $262,500 / $250,000');
    const heard = await app.page.evaluate<Heard[]>('window.__heard');
    expect(new Set(heard.flatMap(({ data }) => (data.id === undefined ? [] : data.method)))).toEqual(
      new Set(['ui/initialize']),
    );

    // From its frame the tool is called all the same, once the person said yes.
    const view = await viewOf(app);
    await view.evaluate(`void parent.postMessage(
      { jsonrpc: '2.0', id: 'again', method: 'tools/call', params: { name: 'get-budget-data', arguments: {} } }, '*')`);
    await allow(app, 'Allow once');
    await eventually(() =>
      view.evaluate("window.__heard.find(({ data }) => data.id === 'again')?.data.result?.structuredContent.config"),
    ).toEqual(config);
    await shot('budget', app);
  });

  it('map says by itself that it is offline; what it declares is its policy and is told', async () => {
    const app = await asAnn('map');
    await eventually(() => wordsOf(app)).toContain('CesiumJS');
    expect(await app.page.locator('.facts').textContent()).toContain('*.openstreetmap.org, cesium.com, *.cesium.com');
    await shot('map', app);
  });

  it('transcript gets the permissions that it declares, and no other', async () => {
    const app = await asAnn('transcript');
    await eventually(() => wordsOf(app)).toContain('Your speech will appear here');
    const origin = new URL((await app.page.locator('.stage iframe').getAttribute('src')) ?? '').origin;
    expect(await app.page.locator('.stage iframe').getAttribute('allow')).toBe(
      `microphone ${origin}; clipboard-write ${origin}`,
    );
    expect(await app.sandbox.locator('iframe').getAttribute('allow')).toBe('microphone; clipboard-write');
    await shot('transcript', app);
  });

  it('pdf of 4.3 MB says by itself that it may not start a worker: it declares none', async () => {
    const app = await asAnn('pdf');
    // Its file it reads through a tool that is for it only.
    await allow(app, 'Allow while it is open');
    await eventually(() => wordsOf(app)).toContain('worker failed');
    await eventually(() => blockedIn(app)).toEqual(
      expect.arrayContaining(['blob (worker-src)', 'data (script-src-elem)']),
    );
    await shot('pdf', app);
  });
});

describe('the tools of real MCP Apps', () => {
  it('are hidden from models when they are for apps only', async () => {
    const host = createToolHost({
      servers: new Map(
        servers.map(({ name, program, args }) => [name, { command: process.execPath, args: [program, ...args] }]),
      ),
      cwd: folder,
    });
    try {
      const list = () => host.list(new AbortController().signal);
      await eventually(async () => (await list()).unreachable).toEqual([]);
      const { tools } = await list();
      expect(tools.map(({ server, name }) => `${server}.${name}`).sort()).toEqual([
        'basic.get-time',
        'budget.get-budget-data',
        'debug.debug-tool',
        'map.geocode',
        'map.show-map',
        'monitor.get-system-info',
        'pdf.display_pdf',
        'pdf.interact',
        'pdf.list_pdfs',
        'transcript.transcribe',
      ]);
      // Those are all: the others there are, which their apps may call.
      for (const [server, names] of Object.entries({
        debug: ['debug-log', 'debug-refresh'],
        monitor: ['poll-system-stats'],
        pdf: [
          'read_pdf_bytes',
          'poll_pdf_commands',
          'save_pdf',
          'submit_page_data',
          'submit_save_data',
          'submit_viewer_state',
        ],
      })) {
        for (const name of names) {
          const hidden = await host.forApps.describe(server, name, new AbortController().signal);
          expect(hidden, `${server}.${name}`).toMatchObject({ isForApps: true });
        }
      }
    } finally {
      await host.close();
    }
  });
});
