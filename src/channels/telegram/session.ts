import { READ_KINDS } from './inbound.ts';
import type { Intake } from './intake.ts';
import { idIn, objectIn } from './loose.ts';
import { insist, type Patience } from './patience.ts';
import { poll } from './polling.ts';

/** How updates come: fetched, or posted to us at this URL (absent = not known, so it is registered by hand). */
export type Updates = { by: 'polling' } | { by: 'webhook'; url: string | undefined; secret: string };

/** What `getMe` tells. */
export interface Me {
  id: number;
  username: string;
}

/**
 * One life on the platform: learn who we are, say how updates shall come, and fetch them when polling.
 * Each step is repeated until it succeeds, so an unreachable platform only delays the next one.
 */
export async function runSession(
  { updates, intake, onIdentity }: { updates: Updates; intake: Intake; onIdentity: (me: Me) => void },
  patience: Patience,
): Promise<void> {
  const me = await insist('getMe', {}, meIn, patience);
  if (!me) return;
  onIdentity(me);

  if (updates.by === 'polling') {
    if (!(await insist('deleteWebhook', {}, yes, patience))) return;
    patience.health.session = undefined;
    await poll(intake, patience);
    return;
  }
  const { url, secret } = updates;
  if (url === undefined) {
    patience.log.info({}, 'telegram: PUBLIC_URL is not set, so the webhook has to be registered by hand');
  } else {
    const webhook = { url, secret_token: secret, allowed_updates: READ_KINDS };
    if (!(await insist('setWebhook', webhook, yes, patience))) return;
    patience.log.info({ url }, 'telegram webhook registered');
  }
  patience.health.session = undefined;
}

function meIn(result: unknown): Me | undefined {
  const { id, username } = objectIn(result) ?? {};
  const botId = idIn(id);
  return botId !== undefined && typeof username === 'string' && username !== '' ? { id: botId, username } : undefined;
}

function yes(result: unknown): true | undefined {
  return result === true || undefined;
}
