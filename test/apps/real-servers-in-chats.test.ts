import { describe, expect, it } from 'vitest';
import { useAppService } from './app-service.ts';
import { publishedServers } from './published-servers.ts';

const { servers } = await publishedServers();

/** The four chat channels without a token: each is emulated. Nothing is paced. */
const CHANNELS = `outbox: { rates: { telegram: off, slack: off, discord: off, email: off } }
channels:
  telegram: { token: "" }
  slack: { bot_token: "", app_token: "" }
  discord: { token: "" }
  email: { from: "", smtp: "", imap: "" }
`;
const apps = useAppService(servers, { env: { FOOTBRIDGE_EMULATORS: 'on' }, keys: CHANNELS });

/** A route of the console; with a body, something that a person does there. */
async function atConsole(path: string, body?: object): Promise<unknown> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${apps.service.url}/console/${path}`, body && post)).json();
}

/** Ann in her chat with the bot on a platform: says something there, and reads what she was told. */
async function annOn(platform: string) {
  const state = async () =>
    (await atConsole(`${platform}/state`)) as {
      people: [{ id: string }];
      chats: [{ id: string }];
      messages: Record<string, object[]>;
    };
  const { people, chats } = await state();
  const ann = { from: people[0].id, chat: chats[0].id };
  return {
    say: (text: string) =>
      platform === 'mail'
        ? atConsole('mail/write', { ...ann, subject: text, text })
        : atConsole(`${platform}/send`, { ...ann, text }),
    seen: async () => JSON.stringify((await state()).messages[ann.chat] ?? []),
  };
}

describe.each(['telegram', 'slack', 'discord', 'mail'])('a real MCP App on the emulated %s', (platform) => {
  it.each(servers.map(({ name, tool }) => [name, tool]))('%s is words and a link that shows it', async (name, tool) => {
    const { say, seen } = await annOn(platform);
    await say(`show ${name}`);
    // Discord's text has its marks escaped.
    const label = `Open ${tool.replaceAll('_', '\\\\*_')} \\(${name}\\)`;
    const told = new RegExp(`Here it is\\.[^]*${label}[^]*?(http[^"]+/apps/[\\w.-]+)`);
    await expect.poll(seen, { timeout: 30_000 }).toMatch(told);
    const link = new URL(told.exec(await seen())?.[1] ?? '');
    expect(link.origin).toBe(apps.service.url);
    // Nothing of the app itself is in the chat.
    expect((await seen()).length).toBeLessThan(40_000);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await (await fetch(`${link.origin}/v1${link.pathname}`)).json()).toMatchObject({
      ...{ server: name, tool, kind: 'page', can_act: false },
    });
  });
});
