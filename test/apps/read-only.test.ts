import { describe, expect, it } from 'vitest';
import { eventually, hasBrowser, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { linkOnEmulator } from './emulated-chat.ts';
import { Runner, VIEWS } from './runner/runner.ts';

const KEYS = `channels:
  telegram: { token: "" }
  slack: { bot_token: "", app_token: "" }
  discord: { token: "" }
  email: { from: "", smtp: "", imap: "" }
`;
const LINKED =
  'You can look at it. Its link does not tell who opens it, so nobody can use it here. Ask for it again in the web chat to use it there.';

describe.skipIf(!hasBrowser)('an app that is opened by its link alone', () => {
  const apps = useAppService(VIEWS, { env: { FOOTBRIDGE_EMULATORS: 'on' }, keys: KEYS });
  const open = useAppBrowser();

  it.each([
    ['slack', LINKED],
    ['discord', LINKED],
    ['mail', LINKED],
    [
      'telegram',
      'You can look at it. To use it, open it by its button in your own chat with the bot. If it came to a group, ask for it again there.',
    ],
  ])('from %s shows itself, says who can use it and where, and does nothing', async (platform, words) => {
    const link = await linkOnEmulator(apps.service.url, { platform, say: 'show bare', label: 'Open show-bare (bare)' });
    // Not even for somebody whose id on the web is that of the person there.
    const shown = await open(link, { as: 'ann@people.example' });
    const runner = await Runner.in(shown);
    const { hostCapabilities } = await runner.initialize();
    expect(await shown.page.locator('.read-only').textContent()).toBe(words);
    expect(Object.keys(hostCapabilities).sort()).toEqual(['downloadFile', 'logging', 'openLinks', 'sandbox']);
    // What it was told it sees all the same.
    expect(await runner.heard('ui/notifications/tool-result')).toMatchObject({ structuredContent: {} });
    for (const [method, params] of [
      ['tools/call', { name: 'look', arguments: {} }],
      ['ui/message', { role: 'user', content: [{ type: 'text', text: 'delete all' }] }],
      ['ui/update-model-context', { content: [{ type: 'text', text: 'hello' }] }],
    ] as const) {
      expect((await runner.request(method, params)).error, method).toEqual({ code: -32000, message: words });
    }
    expect(await shown.page.locator('dialog').count()).toBe(0);
  });

  it('from the web chat says that it is for the person of that chat', async () => {
    const { page } = await open(await apps.appOf('bare', 'ann'), { as: 'bo' });
    await eventually(() => page.locator('.read-only').textContent()).toBe(
      'You can look at it. To use it, open it in the web chat, as the person who was answered.',
    );
  });
});
