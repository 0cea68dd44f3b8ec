import { once } from 'node:events';
import type { WhileOwner } from '../../protocol/channel.ts';
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
 *
 * Every instance learns who the bot is, since any of them may be posted an update. How updates come is one setting of
 * the bot, so a single instance decides on it: one that polls takes webhooks away, and two would fight over them.
 */
export async function runSession(
  session: { updates: Updates; intake: Intake; onIdentity: (me: Me) => void; whileOwner: WhileOwner },
  patience: Patience,
): Promise<void> {
  const { updates, intake } = session;
  const me = await insist('getMe', {}, meIn, patience);
  if (!me) return;
  session.onIdentity(me);

  await session.whileOwner(
    `updates of ${me.id}`,
    {
      run(signal) {
        const owning = { ...patience, stopping: signal };
        return updates.by === 'polling' ? fetchUpdates(intake, owning) : haveUpdatesPosted(updates, owning);
      },
      onStandby() {
        patience.health.session = undefined;
      },
    },
    patience.stopping,
  );
}

async function fetchUpdates(intake: Intake, patience: Patience): Promise<void> {
  if (!(await insist('deleteWebhook', {}, yes, patience))) return;
  patience.health.session = undefined;
  await poll(intake, patience);
}

async function haveUpdatesPosted(
  { url, secret }: Extract<Updates, { by: 'webhook' }>,
  patience: Patience,
): Promise<void> {
  const { stopping, health, log } = patience;
  if (url === undefined) {
    log.info({}, 'telegram: PUBLIC_URL is not set, so the webhook has to be registered by hand');
  } else {
    const webhook = { url, secret_token: secret, allowed_updates: READ_KINDS };
    if (!(await insist('setWebhook', webhook, yes, patience))) return;
    log.info({ url }, 'telegram webhook registered');
  }
  health.session = undefined;
  // Registered once for all instances, for as long as this one is their owner.
  if (!stopping.aborted) await once(stopping, 'abort');
}

function meIn(result: unknown): Me | undefined {
  const { id, username } = objectIn(result) ?? {};
  const botId = idIn(id);
  return botId !== undefined && typeof username === 'string' && username !== '' ? { id: botId, username } : undefined;
}

function yes(result: unknown): true | undefined {
  return result === true || undefined;
}
