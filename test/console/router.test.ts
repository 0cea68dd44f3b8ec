import { describe, expect, it, onTestFinished } from 'vitest';
import { eventsOf } from './events.ts';
import { type StandIn, type StandInOptions, standIn } from './stand-in.ts';

async function running(options?: StandInOptions): Promise<StandIn> {
  const there = await standIn(options);
  onTestFinished(() => there.close());
  return there;
}

interface State {
  isRunning: boolean;
  bot: { name: string };
  people: { id: number; name: string }[];
  chats: { id: number; title: string; isGroup: boolean; members: number[] }[];
  messages: Record<string, { text: string; message_id: number }[]>;
}

const stateOf = async ({ url }: StandIn) => (await (await fetch(`${url}/console/telegram/state`)).json()) as State;

function post({ url }: StandIn, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/console/telegram/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('the console', () => {
  it('serves the page and its files, with nothing inline and nothing from elsewhere', async () => {
    const { url } = await running({ withTelegram: false });
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('text/html');
    const page = await response.text();
    expect(page).not.toMatch(/ style=| on[a-z]+=|<style|<script(?![^>]* src=)/i);
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/console\/(?:[a-z]+\/)*[a-z-]+\.(css|js|svg)$/);
      expect((await fetch(url + file)).status).toBe(200);
    }
    expect(await (await fetch(`${url}/console/info`)).json()).toMatchObject({ formation: 'demo' });
  });

  it('serves nothing outside of its folder', async () => {
    const { url } = await running({ withTelegram: false });
    for (const path of ['/console/../router.ts', '/console/..%2frouter.ts', '/console/', '/console/.git']) {
      expect((await fetch(url + path)).status).toBe(404);
    }
  });

  it('serves what the page takes of the client library as it was compiled, and no other compiled file', async () => {
    const { url } = await running({ withTelegram: false });
    const seen = new Set<string>();
    const load = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const response = await fetch(url + path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/javascript; charset=utf-8',
      ]);
      const text = await response.text();
      for (const [, imported] of text.matchAll(/from '([^']+)'/g)) {
        await load(new URL(imported as string, url + path).pathname);
      }
    };
    await load('/console/modules/client/sse.js');
    for (const path of [
      'main.js',
      'server/keys.js',
      'protocol/store.js',
      'client/entry.js',
      'client/sse.d.ts',
      'client/../main.js',
      'client/',
    ]) {
      expect([path, (await fetch(`${url}/console/modules/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('says when no emulator runs', async () => {
    const there = await running({ withTelegram: false });
    expect(await stateOf(there)).toEqual({ isRunning: false });
    expect((await post(there, 'send', {})).status).toBe(404);
  });

  it('casts two people with a private chat each, and a group of both', async () => {
    const there = await running();
    const { people, chats, messages, bot } = await stateOf(there);
    expect(people.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    expect(chats.map(({ title, isGroup }) => [title, isGroup])).toEqual([
      [bot.name, false],
      [bot.name, false],
      ['Team', true],
    ]);
    expect(messages).toEqual(Object.fromEntries(chats.map(({ id }) => [id, []])));
  });

  it('sends and presses as one of them, and streams what happens', async () => {
    const there = await running();
    const { people } = await stateOf(there);
    const ann = people[0]?.id as number;
    const streamed = await eventsOf(there);

    expect((await post(there, 'send', { from: ann, chat: ann, text: 'deploy' })).status).toBe(200);
    await streamed(/Which region/);
    const [, question] = (await stateOf(there)).messages[ann] ?? [];
    const press = { from: ann, chat: ann, message_id: question?.message_id, button: 1 };
    const pressed = await post(there, 'press', press);
    expect(await pressed.json()).toEqual({ isAnswered: true, text: 'Recorded: Europe', showAlert: false });
    expect(await streamed(/✓ Europe/)).toMatch(/^: ready\n\nevent: message\ndata: \{"platform":"telegram","chat":\d+,/);
    expect((await post(there, 'press', press)).status).toBe(400);
  });

  it('refuses what nobody of the cast could do', async () => {
    const there = await running();
    const { people, chats } = await stateOf(there);
    const [ann, bo] = people.map(({ id }) => id) as [number, number];
    const team = chats[2]?.id;
    const statusOf = async (path: string, body: unknown) => (await post(there, path, body)).status;
    expect(await statusOf('send', { from: bo, chat: ann, text: 'hi' })).toBe(400);
    expect(await statusOf('send', { from: 77, chat: team, text: 'hi' })).toBe(400);
    expect(await statusOf('send', { from: ann, chat: ann, text: ' ' })).toBe(400);
    expect(await statusOf('send', { from: ann, chat: ann, text: 'x'.repeat(4097) })).toBe(400);
    expect(await statusOf('send', ['__proto__'])).toBe(400);
    expect(await statusOf('press', { from: ann, chat: ann, message_id: 1, button: -1 })).toBe(400);
    expect(await statusOf('press', { from: ann, chat: ann, message_id: 999, button: 0 })).toBe(400);
    expect(there.emulator?.messages(ann)).toEqual([]);
  });

  it('asks for the same key as the API, since whoever writes here reaches the agent', async () => {
    const there = await running({ token: 'secret' });
    expect((await post(there, 'send', {})).status).toBe(401);
    expect((await fetch(`${there.url}/console/events`)).status).toBe(401);
    const withToken = { headers: { authorization: 'Bearer secret' } };
    expect((await fetch(`${there.url}/console/telegram/state`, withToken)).status).toBe(200);
    expect((await fetch(`${there.url}/console/events`, { method: 'HEAD', ...withToken })).status).toBe(200);
  });
});
