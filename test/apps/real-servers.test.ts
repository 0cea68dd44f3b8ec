import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';
import { scratchFolder } from '../e2e/scratch.ts';
import { eventually, hasBrowser, type ShownApp, useAppBrowser } from './app-browser.ts';
import { serverProgram, useAppService } from './app-service.ts';
import { onePagePdf } from './one-page-pdf.ts';

const folder = await mkdtemp(join(scratchFolder(), 'footbridge-pdf-'));
const pdf = join(folder, 'plan.pdf');
await writeFile(pdf, onePagePdf('The plan'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const real = (name: string, program: string, tool: string) => ({
  ...{ name, program: serverProgram(program), args: ['--stdio'], tool },
});
const SERVERS = [
  real('basic', 'basic-vanillajs', 'get-time'),
  real('debug', 'debug', 'debug-tool'),
  real('monitor', 'system-monitor', 'get-system-info'),
  real('budget', 'budget-allocator', 'get-budget-data'),
  real('map', 'map', 'show-map'),
  real('transcript', 'transcript', 'transcribe'),
  { ...real('pdf', 'pdf', 'display_pdf'), args: [pdf, '--stdio'], toolArgs: { url: pdf } },
];

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

/** What an app can get at outside of its own frame. */
const REACH = `(async () => {
  const tried = {
    host: () => top.document.title,
    hostStorage: () => top.sessionStorage.length,
    hostAddress: () => top.location.href,
    hostFrames: () => top.frames[0].document.title,
    ownCookies: () => document.cookie === '' ? undefined : document.cookie,
  };
  const reached = [];
  for (const [name, attempt] of Object.entries(tried)) {
    try { if (attempt() !== undefined && name !== 'hostFrames') reached.push(name); } catch {}
  }
  try { await fetch(OWN); reached.push('fetch'); } catch {}
  try { await import(OWN + '/apps/assets/app-page.js'); reached.push('import'); } catch {}
  return reached;
})()`;

describe.skipIf(!hasBrowser)('real MCP Apps in our page', () => {
  const apps = useAppService(SERVERS);
  const open = useAppBrowser();

  /** Opens the app of a server as the person who was answered, and holds it to its place. */
  async function asAnn(server: string): Promise<ShownApp> {
    const app = await open(await apps.appOf(server, 'ann'), { as: 'ann' });
    const view = await viewOf(app);
    const own = JSON.stringify(apps.service.url);
    expect(await view.evaluate(REACH.replaceAll('OWN', own))).toEqual([]);
    // What it was stopped at is listed for the person.
    await eventually(() => app.page.locator('.notes').first().textContent()).toContain(
      `${apps.service.url}/ (connect-src)`,
    );
    return app;
  }

  const policyOf = (app: ShownApp) => app.sandboxHeaders()['content-security-policy'];
  const allow = (app: ShownApp, label: string) => app.page.getByRole('button', { name: label }).click();

  it('basic-vanillajs shows the time, and calls its tool once the person said yes', async () => {
    const app = await asAnn('basic');
    await app.view.getByRole('button', { name: 'Get Server Time' }).click();
    await allow(app, 'Allow once');
    await eventually(() => app.view.locator('#server-time').textContent()).toMatch(/\d{4}-\d\d-\d\dT/);
    expect(policyOf(app)).toBe(
      `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; media-src data:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors ${apps.service.url}`,
    );
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

  it('budget-allocator draws its chart', async () => {
    const app = await asAnn('budget');
    await eventually(() => wordsOf(app)).toContain('Allocated: $100,000 / $100,000');
    expect(await app.view.locator('canvas').count()).toBeGreaterThan(0);
    await shot('budget', app);
  });

  it('map says by itself that it is offline; what it declares is its policy and is told', async () => {
    const app = await asAnn('map');
    await eventually(() => wordsOf(app)).toContain('CesiumJS');
    expect(await app.page.locator('.facts').textContent()).toContain('*.openstreetmap.org, cesium.com, *.cesium.com');
    const declared = 'https://*.openstreetmap.org https://cesium.com https://*.cesium.com';
    const policy = policyOf(app);
    expect(policy).toContain(`script-src 'unsafe-inline' ${declared};`);
    expect(policy).toContain(`connect-src ${declared};`);
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
    await eventually(() => app.page.locator('.notes').first().textContent()).toContain('data (script-src-elem)');
    await shot('pdf', app);
  });
});

describe('the tools of real MCP Apps', () => {
  it('are hidden from models when they are for apps only', async () => {
    const host = createToolHost({
      servers: new Map(
        SERVERS.map(({ name, program, args }) => [name, { command: process.execPath, args: [program, ...args] }]),
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
    } finally {
      await host.close();
    }
  });
});
