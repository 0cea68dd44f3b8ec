import type { SlackEmulator } from '../../../../src/emulators/slack/index.ts';
import type { Workspace } from '../../../../src/emulators/slack/world.ts';
import type { Page } from '../../../../src/protocol/page.ts';
import { FakeHost } from '../../telegram/fake-host.ts';
import { type Connected, connected } from '../connected.ts';

export const PUBLIC_URL = 'https://bot.test';
export const INSTALL_URL = 'https://bot.test/channels/slack/install';

/** What the emulated app is known by. */
const CLIENT = { bot_token: '', client_id: '1.emulated', client_secret: 'emulated-client-secret' };

export interface Installing extends Connected {
  /** The host's clock. */
  clock: { aheadMs: number };
  /** Opens one of the channel's pages, e.g. `install`. */
  open(page: string, query?: Record<string, string>, cookie?: string): Promise<Page>;
  /** Begins in a browser that brings this cookie, or gets one. */
  begin(cookie?: string): Promise<{ state: string; cookie: string; authorizeUrl: URL }>;
  /** What Slack leads the browser back with once its person has agreed. */
  agree(authorizeUrl: URL, workspace?: Workspace): Promise<Record<string, string>>;
  /** How often Slack was asked for a token. */
  exchanges(): number;
}

/** An app that workspaces may install, over a host with a public address. */
export async function installing(settings: object = {}, publicUrl = PUBLIC_URL): Promise<Installing> {
  const host = new FakeHost();
  host.publicUrl = publicUrl;
  const clock = { aheadMs: 0 };
  host.now = () => Date.now() + clock.aheadMs;
  const app = await connected({ ...CLIENT, ...settings }, host);
  const open: Installing['open'] = async (name, query = {}, cookie) => {
    const page = app.connection.pages?.find(({ path }) => path === `/channels/slack/${name}`);
    if (!page) throw new Error(`There is no page ${name}.`);
    const headers = cookie === undefined ? {} : { cookie };
    return page.open({ headers, query: new URLSearchParams(query) });
  };
  return {
    ...app,
    clock,
    open,
    async begin(cookie) {
      const { action, headers } = await open('install', {}, cookie);
      const authorizeUrl = new URL(action?.url ?? '');
      const [pair = ''] = String(headers?.['Set-Cookie']).split(';');
      return { state: authorizeUrl.searchParams.get('state') ?? '', cookie: pair, authorizeUrl };
    },
    agree: (authorizeUrl, workspace) => agreeIn(app.slack, authorizeUrl, workspace),
    exchanges: () => app.slack.calls.filter(({ method }) => method === 'oauth.v2.access').length,
  };
}

async function agreeIn(slack: SlackEmulator, authorizeUrl: URL, workspace?: Workspace) {
  const url = new URL(authorizeUrl);
  url.searchParams.set('team', (workspace ?? slack.firstWorkspace).team.id);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
}
