import express, { type Router } from 'express';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useStage } from './stage.ts';

/** Thirty turns of a session, ten messages on a page. `token` is the only one that is taken. */
function service({ token }: { token?: string } = {}): {
  router: Router;
  asked: string[];
  fail: { isFailing: boolean };
} {
  const messages = Array.from({ length: 30 }, (_, at) => [
    { id: `t${at}.user`, role: 'user', content: `Question ${at}`, created_at: at },
    { id: `t${at}`, role: 'assistant', content: `Answer ${at}`, created_at: at },
  ]).flat();
  const asked: string[] = [];
  const fail = { isFailing: false };
  const router = express.Router();
  router.use(['/v1', '/api'], express.json(), (request, response, next) => {
    if (token === undefined || request.headers.authorization === `Bearer ${token}`) return next();
    response.status(401).json({ error: { code: 'unauthorized', message: 'Nobody is known by that.' } });
  });
  router.get('/api/v1/agent/chat/sessions/:id/messages', (request, response) => {
    asked.push(request.originalUrl);
    if (fail.isFailing) return void response.status(500).json({});
    if (request.params.id !== 's1') return void response.json({ messages: [] });
    const end = Number(request.query.before ?? messages.length);
    const start = Math.max(0, end - 10);
    response.json({ messages: messages.slice(start, end), ...(start > 0 && { next: String(start) }) });
  });
  router.get('/v1/turns/:id/stream', (_request, response) => void response.status(404).json({}));
  router.post('/v1/chat', (request, response) => {
    asked.push(`${request.body.session_id}: ${request.body.message}`);
    response.type('text/event-stream');
    response.end(`data: {"token":"You said: ${request.body.message}"}\n\nevent: done\ndata: {"finished":true}\n\n`);
  });
  return { router, asked, fail };
}

async function chat(page: Page, attributes: Record<string, string> = {}): Promise<void> {
  await page.evaluate((attributes) => {
    const node = new footbridge.FootbridgeChat();
    node.style.setProperty('--footbridge-chat-height', '400px');
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    main.append(node);
  }, attributes);
  await page.getByRole('textbox').waitFor();
}

const items = (page: Page) => page.locator('footbridge-chat .log > li');
const earlier = (page: Page) => page.getByRole('button', { name: 'Earlier messages' });

describe.skipIf(!hasBrowser)('a conversation', () => {
  const open = useStage();

  it('begins with the latest messages, and gives those before them without moving what is read', async () => {
    const { router, asked } = service();
    const page = await open({ service: router });
    await chat(page, { 'session-id': 's1' });
    await page.getByText('Answer 29').waitFor();
    await expect.poll(() => items(page).count()).toBe(10);
    const frame = page.locator('footbridge-chat .frame');
    await expect
      .poll(() => frame.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight)))
      .toBe(0);
    await frame.evaluate((node) => node.scrollTo(0, 0));
    const topOf = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((node) => Math.round(node.getBoundingClientRect().top));
    const before = await topOf('Question 25');
    await earlier(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => items(page).count()).toBe(20);
    await expect.poll(() => topOf('Question 25')).toBe(before);
    for (const count of [30, 40, 50, 60]) {
      await earlier(page).click();
      await expect.poll(() => items(page).count()).toBe(count);
    }
    expect(await earlier(page).count()).toBe(0);
    expect(await items(page).first().textContent()).toContain('Question 0');
    expect(asked.at(-1)).toBe('/api/v1/agent/chat/sessions/s1/messages?before=10');
  });

  it('stays where its reader is who went up in the moment in which it was drawn', async () => {
    const { router } = service();
    const page = await open({ service: router });
    await page.evaluate(() => {
      const node = new footbridge.FootbridgeChat();
      node.style.setProperty('--footbridge-chat-height', '400px');
      node.setAttribute('session-id', 's1');
      main.append(node);
      const root = node.shadowRoot as ShadowRoot;
      // Looks between any two things that the browser does, so that it is there before a scroll is told.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const frame = root.querySelector('.frame');
        const isThere = frame && frame.scrollTop > 0 && root.querySelectorAll('.log > li').length === 10;
        if (!isThere) return port2.postMessage('');
        frame.scrollTop = 0;
        root.querySelector<HTMLElement>('[part=earlier]')?.click();
      };
      port2.postMessage('');
    });
    await expect.poll(() => items(page).count()).toBe(20);
    await page.getByText('Answer 20').waitFor();
    const frame = page.locator('footbridge-chat .frame');
    const toEnd = () => frame.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
    await expect.poll(toEnd).toBeGreaterThan(100);
  });

  it('says that earlier messages could not be loaded, goes on, and tries again', async () => {
    const { router, fail } = service();
    fail.isFailing = true;
    const page = await open({ service: router });
    await chat(page, { 'session-id': 's1' });
    await page.getByText('Earlier messages could not be loaded.').waitFor();
    await page.getByRole('textbox').fill('hello');
    await page.getByRole('textbox').press('Enter');
    await page.getByText('You said: hello').waitFor();
    fail.isFailing = false;
    await earlier(page).click();
    await page.getByText('Answer 29').waitFor();
    await items(page).last().getByText('You said: hello').waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
  });

  it('keeps its end in view while a reply grows, unless its reader has gone up', async () => {
    const { router } = service();
    const page = await open({ service: router });
    await chat(page, { 'session-id': 's1' });
    await page.getByText('Answer 29').waitFor();
    const frame = page.locator('footbridge-chat .frame');
    const fromEnd = () => frame.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight));
    const grow = () =>
      page.evaluate(() => {
        const turns = document.querySelector('footbridge-chat')?.shadowRoot?.querySelectorAll('footbridge-turn') ?? [];
        const turn = [...turns].at(-1) as InstanceType<typeof footbridge.FootbridgeTurn>;
        turn.state = { parts: [{ type: 'text', text: 'more\n'.repeat(200) }], end: { type: 'done' } };
      });
    await expect.poll(fromEnd).toBe(0);
    await grow();
    await page.getByText('more').first().waitFor();
    await expect.poll(fromEnd).toBe(0);
    await frame.hover();
    await page.mouse.wheel(0, -1_500);
    await expect.poll(fromEnd).toBeGreaterThan(1_000);
    const there = await fromEnd();
    await page.evaluate(() => {
      const log = document.querySelector('footbridge-chat')?.shadowRoot?.querySelector('.log');
      log?.append(Object.assign(document.createElement('li'), { textContent: 'At the end' }));
    });
    await expect.poll(fromEnd).toBeGreaterThan(there);
  });

  it('begins anew in a session of its own, and shows what the page has for that', async () => {
    const { router, asked } = service();
    const page = await open({ service: router });
    await chat(page);
    await page.evaluate(() => {
      const hint = Object.assign(document.createElement('p'), { slot: 'empty', textContent: 'Ask me.' });
      document.querySelector('footbridge-chat')?.append(hint);
    });
    await page.getByText('Ask me.').waitFor();
    await page.getByRole('textbox').fill('one');
    await page.getByRole('textbox').press('Enter');
    await page.getByText('You said: one').waitFor();
    expect(await page.getByText('Ask me.').isVisible()).toBe(false);
    await page.evaluate(() =>
      document.querySelector<InstanceType<typeof footbridge.FootbridgeChat>>('footbridge-chat')?.startOver(),
    );
    await page.getByText('Ask me.').waitFor();
    expect(await items(page).count()).toBe(0);
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.getByText('You said: two').waitFor();
    const [first, second] = asked.map((said) => said.split(':')[0]);
    expect(second).not.toBe(first);
    await page.evaluate(() => document.querySelector('footbridge-chat')?.setAttribute('session-id', 's1'));
    await page.getByText('Answer 29').waitFor();
    expect(await page.getByText('You said: two').count()).toBe(0);
  });

  it('loses nothing that is said as soon as it stands in the page, and says so before', async () => {
    const { router, asked } = service();
    const page = await open({ service: router });
    const early = await page.evaluate(async () => {
      const node = new footbridge.FootbridgeChat();
      const refused = await node.send('too early').catch((error: unknown) => String(error));
      main.append(node);
      node.fillComposer('a draft');
      await node.send('at once');
      return refused;
    });
    expect(early).toBe('TypeError: Put the chat into the page before you use it.');
    await page.getByText('You said: at once').waitFor();
    expect(asked.map((said) => said.split(': ')[1])).toEqual(['at once']);
    expect(await page.getByRole('textbox').inputValue()).toBe('a draft');
  });

  it('asks the page for a better token, and then does what it could not do', async () => {
    const { router, asked } = service({ token: 'good' });
    const page = await open({ service: router });
    await page.evaluate(() => {
      const waiting: (() => void)[] = [];
      Object.assign(window, { waiting });
      document.addEventListener('footbridge-token-refused', (event) => {
        event.preventDefault();
        waiting.push((event as CustomEvent<{ again: () => void }>).detail.again);
      });
    });
    await chat(page, { 'session-id': 's1' });
    await page.getByRole('textbox').fill('hello');
    await page.getByRole('textbox').press('Enter');
    const waiting = () => page.evaluate(() => (window as unknown as { waiting: unknown[] }).waiting.length);
    await expect.poll(waiting).toBe(2);
    expect(asked).toEqual([]);
    await page.evaluate(() => {
      const node = document.querySelector<InstanceType<typeof footbridge.FootbridgeChat>>('footbridge-chat');
      if (node) node.token = 'good';
      for (const again of (window as unknown as { waiting: (() => void)[] }).waiting) again();
    });
    await page.getByText('You said: hello').waitFor();
    await page.getByText('Answer 29').waitFor();
    expect(await page.getByText('Nobody is known by that.').count()).toBe(0);
  });

  it('says why when nobody gives a better token', async () => {
    const { router } = service({ token: 'good' });
    const page = await open({ service: router });
    await chat(page);
    await page.getByRole('textbox').fill('hello');
    await page.getByRole('textbox').press('Enter');
    await page.getByText('Nobody is known by that.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
  });
});
