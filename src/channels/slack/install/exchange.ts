import type { Log } from '../../../protocol/log.ts';
import type { CallWebApi } from '../web-api.ts';
import { adviceOn } from './advice.ts';
import { type Granted, grantedIn } from './installation.ts';
import type { InstallSettings } from './settings.ts';

/** What became of a code. */
export type Exchanged =
  | { type: 'granted'; granted: Granted }
  /** The code is no good; another one may be. */
  | { type: 'stale' }
  /** Slack could not be asked, or asks to wait. */
  | { type: 'unreached' }
  /** An operator has to mend the app's settings; the log says which. */
  | { type: 'misconfigured' };

/** What is wrong with the code alone. docs.slack.dev, errors of `oauth.v2.access`, read 2026-11. */
const STALE: ReadonlySet<string> = new Set(['invalid_code', 'code_already_used']);

/** Turns the code that Slack gave a browser into a token. No line of the log holds either. */
export async function exchange(
  code: string,
  deps: { call: CallWebApi; settings: InstallSettings; redirectUri: string; log: Log },
): Promise<Exchanged> {
  const { call, settings, redirectUri, log } = deps;
  const answer = await call('oauth.v2.access', undefined, {
    code,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    redirect_uri: redirectUri,
  });
  switch (answer.type) {
    case 'silence':
      log.warn({ reason: answer.reason }, 'slack could not be asked for the token of an installation');
      return { type: 'unreached' };
    case 'no':
      if (answer.retryAfterMs !== undefined) return { type: 'unreached' };
      if (STALE.has(answer.code)) return { type: 'stale' };
      log.error(
        { code: answer.code },
        `slack gave no token for an installation: ${adviceOn(answer.code, redirectUri)}`,
      );
      return { type: 'misconfigured' };
    case 'yes': {
      const granted = grantedIn(answer.result);
      if (granted?.isRotating === false) return { type: 'granted', granted };
      log.error(
        {},
        granted
          ? 'slack gave a token that runs out: the app has token rotation turned on, which is not supported. Take an app without it'
          : 'slack gave no token of a bot: check that channels.slack.scopes has scopes of bots',
      );
      return { type: 'misconfigured' };
    }
    default:
      return answer satisfies never;
  }
}
