import { reasonOf } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import { isTokenFault } from '../health.ts';
import type { Answer, CallWebApi } from '../web-api.ts';
import type { Installations } from './installations.ts';

/** Slack's words for a token that is gone for good, e.g. since the app was removed. docs.slack.dev, chat.postMessage, read 2026-11. */
const GONE = /^(account_inactive|token_revoked)$/;

/**
 * Calls in whose answers a refused token of an installation is no matter of the settings. It is tried once more with
 * the token that is kept now, should that be another one. A token that is gone gives `app_not_installed`; what else a
 * workspace has to mend leaves the message waiting, and says nothing about the other workspaces.
 */
export function explainedCalls(
  call: CallWebApi,
  deps: { installations: Installations; installUrl: string; log: Log },
): CallWebApi {
  const { installations, installUrl, log } = deps;
  return async (method, token, body) => {
    const answer = await call(method, token, body);
    if (token === undefined || answer.type !== 'no' || !isTokenFault(answer.code)) return answer;
    const id = installations.idOfToken(token);
    if (id === undefined) return answer;
    try {
      const kept = await installations.reread(id);
      if (kept && kept.token !== token) return await call(method, kept.token, body);
    } catch (error) {
      return { type: 'silence', reason: reasonOf(error), mayBeDone: false };
    }
    log.warn({ team: id, code: answer.code }, 'slack refuses the token of an installation');
    return explained(answer.code, id, installUrl);
  };
}

function explained(code: string, team: string, installUrl: string): Answer {
  return GONE.test(code)
    ? { type: 'no', code: 'app_not_installed', details: whyNotInstalled(team, installUrl) }
    : {
        type: 'silence',
        reason: `Slack answered ${code} to the token of workspace ${team}. Install the app there again: ${installUrl}`,
        mayBeDone: false,
      };
}

export function whyNotInstalled(team: string, installUrl: string): string {
  return `The app is not installed in workspace ${team}. Install it there, at ${installUrl}, and send this again`;
}
