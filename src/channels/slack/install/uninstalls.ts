import { z } from 'zod';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { CallWebApi } from '../web-api.ts';
import type { Installations } from './installations.ts';

/** What Slack answers to a token of an app that was removed. docs.slack.dev, errors of `auth.test`, read 2026-11. */
const GONE = /^(account_inactive|token_revoked|token_expired|invalid_auth)$/;

type Payload = Readonly<Record<string, unknown>>;

const id = z.string().optional().catch(undefined);

/** docs.slack.dev, `app_uninstalled` and `tokens_revoked`, read 2026-11. */
const schema = z.looseObject({
  type: z.literal('event_callback'),
  team_id: id,
  enterprise_id: id,
  event: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('app_uninstalled') }),
    // Tokens of people, which are not kept, are told of, too.
    z.looseObject({
      type: z.literal('tokens_revoked'),
      tokens: z.looseObject({ bot: z.array(z.unknown()).min(1) }),
    }),
  ]),
});

/**
 * Takes what tells that a token is gone, and passes on every other payload. The event may come late, after the
 * app was installed again, and one of an organisation names a workspace, too: so Slack is asked whether the token that
 * is kept still works. Throws, so that the event comes again, when Slack does not say.
 */
export function createUninstalls(deps: { installations: Installations; call: CallWebApi; log: Log }) {
  const { installations, call, log } = deps;

  async function removeIfGone(team: string): Promise<void> {
    const installation = await installations.reread(team);
    if (!installation) return;
    const answer = await call('auth.test', installation.token, {});
    if (answer.type === 'no' && GONE.test(answer.code)) {
      await installations.remove(team);
      log.info({ team, code: answer.code }, 'the app was uninstalled from a workspace of slack: its token was removed');
    } else if (answer.type === 'yes') {
      log.info({ team }, 'slack tells of an uninstallation, but the token of the workspace works');
    } else {
      throw new BridgeError('channel_not_ready', 'Slack did not say whether a token still works. Send it again.');
    }
  }

  return async (payload: Payload, passOn: (payload: Payload) => Promise<void>): Promise<void> => {
    const read = schema.safeParse(payload).data;
    if (!read) return passOn(payload);
    const teams = [read.team_id, read.enterprise_id].filter((team) => team !== undefined);
    for (const team of new Set(teams)) await removeIfGone(team);
  };
}
