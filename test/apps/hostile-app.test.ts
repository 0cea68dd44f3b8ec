import { describe, expect, it } from 'vitest';
import { eventually, hasBrowser, type ShownApp, useAppBrowser } from './app-browser.ts';
import { useAppService } from './app-service.ts';
import { type Answer, Runner, VIEWS } from './runner/runner.ts';

/** What an app can try that means no good, or was written without care, and what becomes of it. */
describe.skipIf(!hasBrowser)('an app that means no good', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  async function fresh(options: Parameters<typeof open>[1] = {}): Promise<ShownApp & { runner: Runner }> {
    const shown = await open(await apps.appOf('bare', 'ann'), { as: 'ann', ...options });
    const runner = await Runner.in(shown);
    await runner.initialize();
    return { ...shown, runner };
  }

  /** For an answer that the test does not wait for: its page may be gone by then. */
  const asking = (answer: Promise<unknown>) => void answer.catch(() => {});
  const change = (args: object) => ({ name: 'change', arguments: args });
  const link = (name: string) => ({ url: `https://${name}.example/` });
  const button = ({ page }: ShownApp, name: string) => page.getByRole('button', { name, exact: true });
  const detail = ({ page }: ShownApp) => page.locator('dialog pre');

  it('gets no second yes out of a double click on the first', async () => {
    const app = await fresh();
    const answers = [1, 2].map((at) => app.runner.request('tools/call', change({ at })));
    await button(app, 'Allow once').click({ trial: true });
    await app.page.evaluate(`new Promise((resolve) => {
      const yes = () => document.querySelector('dialog .buttons > :first-child');
      const first = yes();
      new MutationObserver((changes, observer) => {
        if (!yes() || yes() === first) return;
        observer.disconnect();
        yes().click();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
      first.click();
    })`);
    expect((await answers[0])?.result).toMatchObject({ structuredContent: { value: 'changed' } });
    await eventually(() => detail(app).textContent()).toContain('"at": 2');
    await button(app, 'Do not allow').click();
    expect((await answers[1])?.error?.message).toBe('The person did not allow it.');
  });

  it('hides nothing of what a person says yes to behind its length', async () => {
    const app = await fresh();
    asking(app.runner.request('tools/call', change({ harmless: 'x'.repeat(5_000), last: 'delete all' })));
    await eventually(() => detail(app).textContent()).toContain('delete all');
  });

  it('has it said to the person when there is more than is shown', async () => {
    const app = await fresh();
    asking(app.runner.request('tools/call', change({ harmless: 'x'.repeat(40_000) })));
    await app.page.getByText('20020 more characters are not shown here.').waitFor();
  });

  it.each([
    ['text that runs backwards', 'save \u202egnp.exe', 'save \\u{202e}gnp.exe'],
    ['words in characters that nobody sees', 'yes\u{e0064}\u{e0065}', 'yes\\u{e0064}\\u{e0065}'],
    ['a space of no width', 'pay\u200bpal', 'pay\\u{200b}pal'],
  ])('has %s shown to the person', async (_name, text, shown) => {
    const app = await fresh();
    asking(app.runner.request('ui/message', { role: 'user', content: [{ type: 'text', text }] }));
    expect(await detail(app).textContent()).toBe(shown);
  });

  it('asks one question at a time, and few wait', async () => {
    const app = await fresh();
    const answers: Answer[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      asking(app.runner.request('ui/open-link', link(name)).then((answer) => answers.push(answer)));
    }
    await eventually(() => answers.length).toBe(3);
    expect(answers.map(({ error }) => error?.message)).toEqual(
      Array(3).fill('Too many questions wait for the person.'),
    );
    expect(await app.page.locator('dialog').count()).toBe(1);
    expect(await detail(app).textContent()).toBe('https://a.example/');
    await button(app, 'Cancel').click();
    await eventually(() => detail(app).textContent()).toBe('https://b.example/');
  });

  it('is not let ask any more once it was told no again and again', async () => {
    const app = await fresh();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const asked = app.runner.request('ui/open-link', link(name));
      await button(app, 'Cancel').click();
      await asked;
    }
    const { error } = await app.runner.request('ui/open-link', link('f'));
    expect(error?.message).toBe('The person said no several times; the app cannot ask any more.');
    expect(await app.page.locator('dialog').count()).toBe(0);
    await eventually(() => app.page.getByRole('status').textContent()).toBe(
      'You said no several times, so the app cannot ask any more. Close it and open it again to let it ask.',
    );
  });

  it('leaves no question behind when it gives up asking', async () => {
    const app = await fresh();
    asking(app.runner.request('tools/call', change({})));
    await app.page.locator('dialog').waitFor();
    const requestId = await app.runner.run<number>('probe.lastId()');
    await app.runner.notify('notifications/cancelled', { requestId });
    await app.page.locator('dialog').waitFor({ state: 'detached' });
  });

  it('leaves no question behind when it ends', async () => {
    const app = await fresh();
    asking(app.runner.request('tools/call', change({})));
    await app.page.locator('dialog').waitFor();
    await app.runner.notify('ui/notifications/request-teardown');
    await button(app, 'Open it again').waitFor();
    expect(await app.page.locator('dialog').count()).toBe(0);
  });

  it('has few calls under way, and none is lost', async () => {
    const app = await fresh();
    const held: (() => Promise<void>)[] = [];
    let isHeld = true;
    await app.page.route('**/tools/call', async (route) => {
      if (isHeld) held.push(() => route.continue());
      else await route.continue();
    });
    const answers = app.runner.run<Answer[]>(
      `Promise.all(Array.from({ length: 20 }, (_, at) => probe.request('tools/call', { name: 'look', arguments: { at } })))`,
    );
    await eventually(() => held.length).toBe(8);
    // Whoever sent more would have done so before it answers this.
    await app.runner.request('ping');
    expect(held.length).toBe(8);
    isHeld = false;
    await Promise.all(held.map((release) => release()));
    expect((await answers).map(({ result }) => result?.structuredContent)).toEqual(
      Array.from({ length: 20 }, (_, at) => ({ value: { looked: { at } } })),
    );
  });

  it('tells the model its last word, not a thousand', async () => {
    const app = await fresh();
    const sent: unknown[] = [];
    app.page.on('request', (request) => {
      if (request.url().endsWith('/model-context')) sent.push(request.postDataJSON());
    });
    const answers = await app.runner.run<Answer[]>(
      `Promise.all(Array.from({ length: 200 }, (_, at) => probe.request('ui/update-model-context', { structuredContent: { at } })))`,
    );
    expect(answers).toEqual(Array(200).fill({ result: {} }));
    expect([sent[0], sent.at(-1)]).toEqual([{ data: { at: 0 } }, { data: { at: 199 } }]);
    // Two, where the machine does not stand still meanwhile.
    expect(sent.length).toBeLessThan(5);
  });
});

describe.skipIf(!hasBrowser)('an app that wants devices', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  it('gets none that the person did not give to it, whatever the browser was told for another app', async () => {
    const shown = await open(await apps.appOf('declared', 'ann'), { as: 'ann' });
    await shown.page.getByRole('heading', { name: 'May the app use your location?' }).waitFor();
    await shown.page.getByRole('button', { name: 'Do not allow' }).click();
    const runner = await Runner.in(shown);
    const { hostCapabilities } = await runner.initialize();
    expect(hostCapabilities.sandbox).toMatchObject({ permissions: { clipboardWrite: {} } });
    expect(hostCapabilities.sandbox).not.toMatchObject({ permissions: { geolocation: {} } });
    const allow = await shown.page.locator('.stage iframe').getAttribute('allow');
    expect(allow).toMatch(/^clipboard-write http:\/\/app-[0-9a-f]{24}\.localhost:\d+$/);
    await shown.context.grantPermissions(['geolocation']);
    const locate = `new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('here'), (error) => resolve(error.code)))`;
    expect(await runner.run(locate)).toBe(1);
  });
});

describe.skipIf(!hasBrowser)('a person at the page of an app', () => {
  const apps = useAppService(VIEWS);
  const open = useAppBrowser();

  async function asAnn(): Promise<ShownApp & { runner: Runner }> {
    const { body } = await apps.service.post('/v1/user-tokens', { user_id: 'ann', ttl_s: 600 });
    const shown = await open(await apps.appOf('bare', 'ann'), { hash: `#token=${(body as { token: string }).token}` });
    const runner = await Runner.in(shown);
    await runner.initialize();
    return { ...shown, runner };
  }

  it('is the same person when they close the app and open it again', async () => {
    const app = await asAnn();
    await app.page.getByRole('button', { name: 'Close the app' }).click();
    await app.page.getByRole('button', { name: 'Open it again' }).click();
    const runner = await Runner.in(app);
    await runner.initialize();
    expect(await app.page.locator('.read-only').count()).toBe(0);
    expect((await runner.request('tools/call', { name: 'look', arguments: {} })).error).toBeUndefined();
  });

  it('is told when nobody vouches for them any more', async () => {
    const app = await asAnn();
    await app.page.route('**/tools/call', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'The token has run out.' } } }),
    );
    const { error } = await app.runner.request('tools/call', { name: 'look', arguments: {} });
    expect(error?.message).toBe('The token has run out.');
    await eventually(() => app.page.getByRole('status').textContent()).toBe(
      'It is not known any more who you are. Open the app again from your chat to use it.',
    );
  });

  it.each([
    ['en-GB', 'This app cannot be opened', 'There is no such app. Take its link from the message that it came with.'],
    ['zh-CN', '无法打开此应用', '没有此应用。请使用消息中附带的链接。'],
  ])('is told in %s that there is no app', async (locale, title, sentence) => {
    const { page } = await open(`${apps.service.url}/apps/nonsense`, { locale });
    const alert = page.getByRole('alert');
    await eventually(() => alert.getByRole('heading').textContent()).toBe(title);
    expect(await alert.getByRole('paragraph').textContent()).toBe(sentence);
  });
});
