import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildService, startChild } from './child-service.ts';

let folder: string;
let service: ChildService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footbridge-demo-'));
  service = await startChild({ FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await service.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

type Widget = Record<string, unknown> & { type: string };

async function chat(message: string): Promise<{ content: string; ui?: Widget[] }> {
  const response = await fetch(`${service.url}/v1/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'newcomer' },
    body: JSON.stringify({ message, session_id: 'demo' }),
  });
  const { data } = (await response.json()) as { data: { message: { content: string; ui?: Widget[] } } };
  return data.message;
}

interface SlackMessage {
  ts: string;
  text: string;
  blocks?: { block_id: string; elements?: { type: string; action_id: string }[] }[];
}

interface Letter {
  kind: string;
  subject: string;
  text: string;
  html?: string;
}

interface DiscordMessage {
  id: string;
  content: string;
  components: { components: { label: string; custom_id: string }[] }[];
}

/** A route of the console; with a body, something that a person does there. */
async function atConsole(path: string, body?: object): Promise<unknown> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${service.url}/console/${path}`, body && post)).json();
}

/** Ann in her direct messages with the bot, and what she sees there. */
async function annOn<M>(platform: string): Promise<{ ann: { from: string; chat: string }; seen: () => Promise<M[]> }> {
  const state = async () =>
    (await atConsole(`${platform}/state`)) as {
      people: [{ id: string }];
      chats: [{ id: string }];
      messages: Record<string, M[]>;
    };
  const { people, chats } = await state();
  const ann = { from: people[0].id, chat: chats[0].id };
  return { ann, seen: async () => (await state()).messages[ann.chat] ?? [] };
}

/** The first thing on a platform waits for its connection. */
const patient = { timeout: 15_000 };

describe('what a newcomer sees', () => {
  it('a question, and its answer typed in words', async () => {
    const asked = await chat('deploy');
    expect(asked.ui?.map((widget) => widget.type)).toEqual(['options']);
    expect((await chat('Europe')).content).toBe('Deploying to eu.');
  });

  it('a choice of accounts', async () => {
    expect((await chat('accounts')).content).toContain('2. ann@home.example');
    expect((await chat('2')).content).toBe('You chose ann@home.example.');
  });

  it('a question with several answers, and one with many choices [MUXI-13]', async () => {
    expect((await chat('toppings')).ui).toMatchObject([{ type: 'options', multi: true }]);
    expect((await chat('1, 5')).content).toBe('One pizza with Olives, Basil. Twenty minutes.');
    expect((await chat('city')).ui?.[0]?.options).toHaveLength(12);
    expect((await chat('Lisbon')).content).toBe('You chose Lisbon.');
  });

  it('the same on the emulated Slack, through the console: boxes, ticks, the button that sends them, the edit, the answer', async () => {
    const { ann, seen } = await annOn<SlackMessage>('slack');
    await atConsole('slack/send', { ...ann, text: 'toppings' });
    await expect.poll(async () => (await seen()).length, patient).toBe(2);
    const question = (await seen())[1];
    const block = question?.blocks?.find(({ elements }) => elements);
    const [boxes, done] = block?.elements ?? [];
    expect([boxes?.type, done?.type]).toEqual(['checkboxes', 'button']);
    const which = `${block?.block_id}/${boxes?.action_id}`;
    const ticked = await atConsole('slack/select', { ...ann, ts: question?.ts, which, picks: [0, 4] });
    expect(ticked).toEqual({ isAnswered: true });
    const sent = await atConsole('slack/press', { ...ann, ts: question?.ts, which: done?.action_id });
    expect(sent).toEqual({ isAnswered: true });
    await expect.poll(async () => (await seen())[1]?.text, patient).toContain('✓ Olives, Basil');
    await expect
      .poll(async () => (await seen())[2]?.text, patient)
      .toBe('One pizza with Olives, Basil. Twenty minutes.');
  });

  it('a slash command on the emulated Discord, which nobody had to register there, and a press', async () => {
    const { ann, seen } = await annOn<DiscordMessage>('discord');
    expect(await atConsole('discord/send', { ...ann, text: '/ask deploy' })).toEqual({ isAnswered: true });
    await expect.poll(async () => (await seen())[0]?.components.length, patient).toBe(1);
    const [question] = await seen();
    const europe = question?.components[0]?.components.find(({ label }) => label === 'Europe');
    const press = { ...ann, id: question?.id, which: europe?.custom_id };
    expect(await atConsole('discord/press', press)).toEqual({ isAnswered: true });
    await expect.poll(async () => (await seen())[0]?.content, patient).toContain('✓ Europe');
    await expect.poll(async () => (await seen()).at(-1)?.content, patient).toBe('Deploying to eu.');
  });

  it('a mail, whose links lead to this machine: the page, its button, the answer in the thread', async () => {
    const { ann, seen } = await annOn<Letter>('mail');
    await atConsole('mail/write', { ...ann, subject: 'Now', text: 'deploy' });
    await expect.poll(async () => (await seen()).map(({ kind }) => kind), patient).toEqual(['sent', 'received']);
    const [, link = ''] = /href="([^"]+)"[^>]*>Europe</.exec((await seen())[1]?.html ?? '') ?? [];
    expect(link.startsWith(`${service.url}/channels/email/answer?a=`)).toBe(true);
    const page = await (await fetch(link)).text();
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page) ?? [];
    const posted = await fetch(`${service.url}/channels/email/answer`, {
      method: 'POST',
      body: new URLSearchParams({ ticket }),
    });
    expect(await posted.text()).toContain('<h1>Recorded: Europe</h1>');
    await expect.poll(async () => (await seen())[2]?.text, patient).toContain('Deploying to eu.');
  });

  it('a link from the formation, and one that a tool of an MCP server made [MUXI-18, MUXI-19]', async () => {
    expect((await chat('github')).ui).toMatchObject([{ type: 'action_link', label: 'Connect GitHub' }]);
    const invoice = await chat('invoice');
    expect(invoice.ui).toMatchObject([
      { type: 'action_link', url: 'https://billing.acme.example/invoices/2026-11', hint: 'A PDF of one page' },
    ]);
    expect(invoice.content).toContain('Open invoice 2026-11: https://billing.acme.example/invoices/2026-11');
  });

  it('a card of an MCP server, verbatim, not interpreted, and not a word of it in the text [MUXI-8, MUXI-15, MUXI-20]', async () => {
    const weather = await chat('weather');
    expect(weather.ui).toMatchObject([
      { type: 'mcp_resource', resource: 'ui://demo/weather-card', server: 'demo', tool: 'weather' },
    ]);
    expect(weather.ui?.[0]?.data).toContain('<h1>19 °C</h1>');
    expect(weather.content).not.toContain('<h1>');
  });

  it('a story that is longer than one Telegram message', async () => {
    expect((await chat('story')).content.length).toBeGreaterThan(4096);
  });

  it('the page, and the log tells each widget with who vouches for it', async () => {
    expect(await (await fetch(service.url)).text()).toContain('Footbridge');
    await expect.poll(() => service.output()).toMatch(/"type":"action_link","provenance":"formation_config"/);
    await expect.poll(() => service.output()).toMatch(/"type":"mcp_resource","provenance":"mcp_server"/);
    expect(service.output()).not.toContain('ann@home.example');
  });
});
