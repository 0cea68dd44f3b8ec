import type { Log } from '../../../protocol/log.ts';
import type { Page, PageRequest } from '../../../protocol/page.ts';
import { adviceOn } from './advice.ts';
import { browserIdIn } from './browser-cookie.ts';
import type { Exchanged } from './exchange.ts';
import type { Granted } from './installation.ts';
import type { Installations } from './installations.ts';
import { cancelled, misconfigured, notInvited, staleCode, unreached, welcome, wrongState } from './pages.ts';
import type { State, States } from './state.ts';

export interface CallbackDeps {
  states: States;
  installations: Installations;
  exchange: (code: string) => Promise<Exchanged>;
  /** Ids that may install it; absent = every one. */
  allow: readonly string[] | undefined;
  installUrl: string;
  redirectUri: string;
  /** Where people open the app in Slack. */
  openUrlOf: (granted: Granted) => string | undefined;
  log: Log;
}

/** Where Slack leads a browser back to. Slack is asked only when the state is one of ours and of this browser. */
export async function finishInstallation({ headers, query }: PageRequest, deps: CallbackDeps): Promise<Page> {
  const { states, installUrl } = deps;
  const state = states.read(query.get('state'), browserIdIn({ headers }));
  if (typeof state === 'string') return wrongState(state, installUrl);
  if (await states.isUsed(state)) return wrongState('used', installUrl);
  const code = query.get('code');
  if (!code) return withoutCode(query.get('error'), deps);
  const exchanged = await deps.exchange(code);
  switch (exchanged.type) {
    case 'granted':
      return keep(exchanged.granted, state, deps);
    case 'stale':
      return staleCode(installUrl);
    case 'unreached':
      return unreached(installUrl);
    case 'misconfigured':
      return misconfigured();
    default:
      return exchanged satisfies never;
  }
}

/** The person has said no, or Slack has: to everybody, since something is wrong with the app. */
function withoutCode(error: string | null, { installUrl, redirectUri, log }: CallbackDeps): Page {
  const code = /^\w{1,64}$/.exec(error ?? '')?.[0] ?? 'access_denied';
  if (code === 'access_denied') {
    log.info({ code }, 'an installation was cancelled in slack');
    return cancelled(installUrl);
  }
  log.error({ code }, `slack refused an installation: ${adviceOn(code, redirectUri)}`);
  return misconfigured();
}

async function keep(granted: Granted, state: State, deps: CallbackDeps): Promise<Page> {
  const { states, installations, allow, installUrl, openUrlOf, log } = deps;
  const { id, token, name } = granted;
  if (allow && !allow.includes(id)) {
    log.warn({ team: id }, 'the app was not installed: the workspace is not in channels.slack.allow_install');
    return notInvited(name);
  }
  if (!(await states.use(state))) return wrongState('used', installUrl);
  await installations.keep({ id, token });
  log.info({ team: id }, 'the app was installed in a workspace of slack');
  return welcome(name, openUrlOf(granted));
}
