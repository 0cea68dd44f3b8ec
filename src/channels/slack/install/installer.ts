import type { ChannelHost } from '../../../protocol/channel.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { ChannelPage } from '../../../protocol/page.ts';
import type { SlackSettings } from '../settings.ts';
import type { CallWebApi } from '../web-api.ts';
import { browserCookie, browserIdIn, newBrowserId } from './browser-cookie.ts';
import { finishInstallation } from './callback.ts';
import { exchange } from './exchange.ts';
import type { Granted } from './installation.ts';
import { Installations } from './installations.ts';
import { invitation } from './pages.ts';
import { type InstallSettings, installSettings } from './settings.ts';
import { createStates } from './state.ts';

const INSTALL_PATH = '/channels/slack/install';
/** Among the Redirect URLs of the app. */
const CALLBACK_PATH = '/channels/slack/oauth';

/** Lets workspaces install the app by themselves. */
export interface Installer {
  installations: Installations;
  /** Where it begins. */
  installUrl: string;
  pages: readonly ChannelPage[];
}

/** Nothing where the settings name no client. Throws `environment_invalid` where nobody can say where browsers find us. */
export function createInstaller(
  settings: SlackSettings,
  { host, call }: { host: ChannelHost; call: CallWebApi },
): Installer | undefined {
  const wanted = installSettings(settings);
  if (!wanted) return undefined;
  const { publicUrl, vault, now, log } = host;
  if (publicUrl === undefined) {
    throw new BridgeError(
      'environment_invalid',
      'channels.slack.client_id lets workspaces install the app, and Slack must lead their browsers back here: set PUBLIC_URL to the address under which they reach the service, e.g. https://bot.acme.example, or take client_id out.',
    );
  }
  const installUrl = publicUrl + INSTALL_PATH;
  const redirectUri = publicUrl + CALLBACK_PATH;
  const installations = new Installations({ vault, now });
  const states = createStates({ secrets: host.derivedSecrets('install state'), vault, now });

  return {
    installations,
    installUrl,
    pages: [
      {
        path: INSTALL_PATH,
        async open(request) {
          // One id for all of a browser's tabs: each can finish what it began.
          const browserId = browserIdIn(request) ?? newBrowserId();
          const url = authorizeUrl(settings.api_url, wanted, { state: states.issue(browserId), redirectUri });
          return {
            ...invitation(url, wanted.allow !== undefined),
            headers: { 'Set-Cookie': browserCookie(browserId, publicUrl) },
          };
        },
      },
      {
        path: CALLBACK_PATH,
        open: (request) =>
          finishInstallation(request, {
            states,
            installations,
            exchange: (code) => exchange(code, { call, settings: wanted, redirectUri, log }),
            allow: wanted.allow,
            installUrl,
            redirectUri,
            openUrlOf: (granted) => openUrlOf(settings.api_url, granted),
            log,
          }),
      },
    ],
  };
}

/** Slack's page that asks whether to install the app. It stands beside the Web API, at whatever server that is. */
function authorizeUrl(
  apiUrl: string,
  { clientId, scopes }: InstallSettings,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL('../oauth/v2/authorize', apiUrl);
  const asked = { client_id: clientId, scope: scopes.join(','), redirect_uri: redirectUri, state };
  url.search = new URLSearchParams(asked).toString();
  return url.href;
}

/** docs.slack.dev, Deep linking into Slack, read 2026-11. */
function openUrlOf(apiUrl: string, { id, appId }: Granted): string | undefined {
  if (appId === undefined || !id.startsWith('T')) return undefined;
  const url = new URL('../app_redirect', apiUrl);
  url.search = new URLSearchParams({ app: appId, team: id }).toString();
  return url.href;
}
