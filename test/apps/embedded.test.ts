import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, hasBrowser, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { VIEWS } from './runner/runner.ts';

describe.skipIf(!hasBrowser)('an app in a frame of another site', async () => {
  let app = '';
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<script>addEventListener('message', ({ data }) => (window.said ??= []).push(data))</script>
<div class="stage"><iframe id="app" src="${app}" width="800" height="700"></iframe></div>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const apps = useAppService(VIEWS, { keys: `channels: { web: { origins: ['${origin}'] } }` });
  const open = useAppBrowser();
  afterAll(() => new Promise((resolve) => site.close(resolve).closeAllConnections()));

  it('acts for the person of the token, and tells the site what it said and which turn that began', async () => {
    const { body } = await apps.service.post('/v1/user-tokens', { user_id: 'ann', ttl_s: 600 });
    app = `${await apps.appOf('bare', 'ann')}#token=${(body as { token: string }).token}`;
    const { page } = await open(origin);
    const ours = page.frameLocator('#app');
    await ours.frameLocator('.stage iframe').frameLocator('iframe').locator('#box').waitFor();
    const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame()?.parentFrame() === page.mainFrame());
    await view?.evaluate('probe.initialize()');
    const said = { role: 'user', content: [{ type: 'text', text: 'hello from the app' }] };
    const answer = view?.evaluate(`probe.request('ui/message', ${JSON.stringify(said)})`);
    await ours.getByRole('button', { name: 'Say it' }).click();
    expect(await answer).toEqual({ result: {} });
    await eventually(() => page.evaluate('window.said')).toEqual([
      { type: 'footbridge.app_said', turn_id: expect.stringMatching(/./), text: 'hello from the app' },
    ]);
  });
});
