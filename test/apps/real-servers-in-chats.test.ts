import { describe, expect, it } from 'vitest';
import { useAppService } from './app-service.ts';
import { linkOnEmulator } from './emulated-chat.ts';
import { publishedServers } from './published-servers.ts';

const { servers } = await publishedServers();

/** The four chat channels without a token: each is emulated. Nothing is paced. */
const KEYS = `outbox: { rates: { telegram: off, slack: off, discord: off, email: off } }
channels:
  telegram: { token: "" }
  slack: { bot_token: "", app_token: "" }
  discord: { token: "" }
  email: { from: "", smtp: "", imap: "" }
`;
const apps = useAppService(servers, { env: { FOOTBRIDGE_EMULATORS: 'on' }, keys: KEYS });

describe.each(['telegram', 'slack', 'discord', 'mail'])('a real MCP App on the emulated %s', (platform) => {
  it.each(servers.map(({ name, tool }) => [name, tool]))('%s is words and a link that shows it', async (name, tool) => {
    const about = { platform, say: `show ${name}`, label: `Open ${tool} (${name})` };
    const link = new URL(await linkOnEmulator(apps.service.url, about));
    expect(link.origin).toBe(apps.service.url);
    expect((await fetch(link)).status).toBe(200);
    expect(await (await fetch(`${link.origin}/v1${link.pathname}`)).json()).toMatchObject({
      ...{ server: name, tool, kind: 'page', can_act: false, proven_by: platform === 'telegram' ? 'platform' : 'none' },
    });
  });
});
