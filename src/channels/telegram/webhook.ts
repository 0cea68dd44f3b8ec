import { createHash, timingSafeEqual } from 'node:crypto';
import type { ChannelResponse, ChannelRoute } from '../../protocol/channel.ts';
import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Intake } from './intake.ts';

export const WEBHOOK_PATH = '/channels/telegram/webhook';

export interface WebhookDeps {
  /** What `setWebhook` told Telegram to send along: any of these, since an instance may have other secrets in front. */
  secrets: readonly string[];
  intake: Intake;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
  log: Log;
}

/** Takes updates over HTTP. 200 means: it is on the disk. After anything else Telegram sends the update again. */
export function webhookRoute({ secrets, intake, stopping, log }: WebhookDeps): ChannelRoute {
  const expected = secrets.map(digestOf);

  async function take(body: Buffer): Promise<ChannelResponse> {
    const raw = body.toString('utf8');
    const update = updateIn(raw);
    try {
      await intake(update, raw);
      return { status: 200, body: {} };
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'a telegram update could not be kept; telegram sends it again');
      if (error instanceof BridgeError && error.status >= 500) throw error;
      throw new BridgeError('data_unusable', 'The update could not be kept. Send it again.', { cause: error });
    }
  }

  return {
    method: 'POST',
    path: WEBHOOK_PATH,
    async handle({ headers, body }) {
      try {
        if (!isSecret(headers['x-telegram-bot-api-secret-token'], expected)) throw wrongSecret();
        if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Send the update again.');
        return await take(body);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        return { status: error.status, body: errorBody(error) };
      }
    },
  };
}

function updateIn(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new BridgeError('body_not_json', 'The body of the Telegram webhook is not JSON. Send one update.');
  }
}

function wrongSecret(): BridgeError {
  return new BridgeError(
    'webhook_secret_wrong',
    'The header X-Telegram-Bot-Api-Secret-Token is missing or wrong. It must be the secret that setWebhook was given.',
  );
}

/** Compares digests: equal lengths, so neither the secret nor its length shows in the time it takes. */
function isSecret(header: string | string[] | undefined, expected: readonly Buffer[]): boolean {
  if (typeof header !== 'string') return false;
  const given = digestOf(header);
  return expected.some((digest) => timingSafeEqual(given, digest));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
