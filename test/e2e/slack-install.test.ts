import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSlackEmulator, type SlackEmulator } from '../../src/emulators/slack/index.ts';
import type { Workspace } from '../../src/emulators/slack/world.ts';
import type { Service } from '../../src/main.ts';
import { emptySchemaUrl, noPostgres } from '../store/postgres/server.ts';
import { Browser, linkIn, type Shown } from './browser.ts';
import { type Instances, startInstances } from './instances/instances.ts';
import { formationFolder, REPLIES, startFrom } from './service.ts';

/** As a proxy would serve it, below a path. */
const PUBLIC_URL = 'https://bot.test/bridge';
const INSTALL_URL = `${PUBLIC_URL}/channels/slack/install`;

const formationOf = ({ app }: SlackEmulator) => `${REPLIES}outbox: { rates: { slack: off } }
channels:
  slack:
    signing_secret: ${app.signingSecret}
    client_id: "${app.clientId}"
    client_secret: ${app.clientSecret}
    api_url: API_ROOT
`;

/** Goes the whole way: the install page, Slack's page for this workspace, and back. */
async function install(browser: Browser, { team }: Workspace): Promise<Shown> {
  const page = await browser.visit(INSTALL_URL);
  expect(page.status).toBe(200);
  return browser.visit(`${linkIn(page)}&team=${team.id}`);
}

function hearing({ url }: Service) {
  const at = (kind: string) => `${url}/channels/slack/${kind}`;
  return { events: at('events'), interactions: at('interactions'), commands: at('commands') };
}

/** A workspace that has not installed the app, and somebody in it. */
function newcomer(slack: SlackEmulator, name: string) {
  const workspace = slack.workspace(name);
  slack.uninstall(workspace);
  const person = slack.person('Ann', { workspace });
  return { workspace, person, dm: slack.dm(person) };
}

const textsIn = (slack: SlackEmulator, dm: { id: string }) =>
  slack.messages(dm).flatMap(({ bot_id, text }) => (bot_id === undefined ? [] : [text]));

describe('workspaces that install the app', () => {
  let slack: SlackEmulator;
  let folder: string;
  let service: Service;
  let browser: Browser;

  async function start(): Promise<void> {
    const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data'), PUBLIC_URL };
    service = await startFrom(folder, env);
    browser = new Browser({ [PUBLIC_URL]: service.url });
    expect(await slack.setRequestUrls(hearing(service))).toEqual({ isVerified: true });
  }

  beforeAll(async () => {
    slack = await createSlackEmulator();
    folder = await formationFolder(formationOf(slack), slack.apiUrl);
    await start();
  });
  afterAll(async () => {
    await service?.stop();
    await slack?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are each answered with their own token, before and after a restart; one that leaves is not', async () => {
    const [one, two] = [newcomer(slack, 'One'), newcomer(slack, 'Two <b>')];
    for (const { workspace } of [one, two]) {
      const shown = await install(browser, workspace);
      expect([shown.status, shown.url.startsWith(`${PUBLIC_URL}/channels/slack/oauth?code=`)]).toEqual([200, true]);
      expect(shown.html).toContain(`The app is installed in ${workspace.team.name.replace('<b>', '&lt;b&gt;')}`);
    }
    const talk = async (text: string, count: number) => {
      for (const { person, dm } of [one, two]) slack.sendText(person, dm, text);
      for (const { dm } of [one, two]) {
        await expect.poll(() => textsIn(slack, dm), { timeout: 10_000 }).toHaveLength(count);
        expect(textsIn(slack, dm).at(-1)).toBe(`You said: ${text}`);
      }
    };
    await talk('before', 1);

    await service.stop();
    await start();
    await talk('after', 2);
    const posts = slack.calls.filter(({ method }) => method === 'chat.postMessage');
    expect(posts.map(({ teamId, answer }) => [teamId, answer?.ok])).toEqual(
      expect.arrayContaining([
        [one.workspace.team.id, true],
        [two.workspace.team.id, true],
      ]),
    );
    expect(posts.every(({ answer }) => answer?.ok)).toBe(true);

    slack.uninstall(one.workspace);
    await push(service, `slack:${one.workspace.team.id}:${one.dm.id}`);
    await expect
      .poll(() => deadReasons(service), { timeout: 10_000 })
      .toEqual([expect.stringContaining(`Install it there, at ${INSTALL_URL}`)]);
    slack.sendText(two.person, two.dm, 'still here');
    await expect.poll(() => textsIn(slack, two.dm).at(-1), { timeout: 10_000 }).toBe('You said: still here');
  });

  it('begin in the browser that they end in', async () => {
    const { workspace } = newcomer(slack, 'Stranger');
    const asked = slack.calls.filter(({ method }) => method === 'oauth.v2.access').length;
    const page = await browser.visit(INSTALL_URL);
    const back = await browser.visit(`${linkIn(page)}&team=${workspace.team.id}`, { redirects: 0 });
    const victim = new Browser({ [PUBLIC_URL]: service.url });
    expect((await victim.visit(back.url)).status).toBe(400);
    await victim.visit(INSTALL_URL);
    const shown = await victim.visit(back.url);
    expect([shown.status, linkIn(shown)]).toEqual([400, INSTALL_URL]);
    expect(shown.html).toContain('begun in another browser');
    expect(slack.calls.filter(({ method }) => method === 'oauth.v2.access')).toHaveLength(asked);
    expect((await browser.visit(back.url)).status).toBe(200);
    expect((await browser.visit(back.url)).html).toContain('works once');
  });
});

async function push({ url }: Service, conversation: string): Promise<void> {
  const posted = await fetch(`${url}/v1/turns`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: { conversation }, turn: { text: 'Anybody there?' } }),
  });
  expect(posted.status).toBe(202);
}

async function deadReasons({ url }: Service): Promise<unknown[]> {
  const dead = (await (await fetch(`${url}/v1/deliveries?status=dead`)).json()) as { data: { reason: unknown }[] };
  return dead.data.map(({ reason }) => reason);
}

describe.skipIf(noPostgres)('an app that is installed through one instance', () => {
  let slack: SlackEmulator;
  let instances: Instances;
  beforeAll(async () => {
    slack = await createSlackEmulator();
    instances = await startInstances(2, {
      formation: formationOf(slack),
      apiRoot: slack.apiUrl,
      databaseUrl: await emptySchemaUrl(),
      env: { PUBLIC_URL },
    });
  });
  afterAll(async () => {
    await instances?.end();
    await slack?.close();
  });

  it('answers through the other one, which heard from that workspace before; a state works once over both', async () => {
    const [first, second] = instances.services as [Service, Service];
    expect(await slack.setRequestUrls(hearing(second))).toEqual({ isVerified: true });
    const { workspace, person, dm } = newcomer(slack, 'Acme');
    slack.sendText(person, dm, 'too early');
    await expect.poll(() => slack.unheardEvents).toBe(0);

    const hosts = { [PUBLIC_URL]: first.url };
    const browser = new Browser(hosts);
    const back = await install(browser, workspace);
    expect(back.status).toBe(200);
    slack.sendText(person, dm, 'hello');
    await expect.poll(() => textsIn(slack, dm), { timeout: 10_000 }).toEqual(['You said: hello']);

    hosts[PUBLIC_URL] = second.url;
    const again = await browser.visit(back.url);
    expect([again.status, again.html.includes('works once')]).toEqual([400, true]);
  });
});
