import { createHash, timingSafeEqual } from 'node:crypto';
import type { ChannelRequest, ChannelResponse, ChannelRoute } from '../../../../protocol/channel.ts';
import { errorBody } from '../../../../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../../../../protocol/errors.ts';
import type { Log } from '../../../../protocol/log.ts';
import type { Take } from '../take.ts';
import { mailIn } from './posted-mail.ts';

export const INBOUND_PATH = '/channels/email/inbound';
/** A form has some more around the mail. */
const FORM_BYTES = 64 * 1024;

export interface RouteDeps {
  secret: string;
  maxMailBytes: number;
  take: Take;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
  log: Log;
}

/** Takes mail over HTTP. 200 means: it is on the disk, or holds nothing for us. */
export function inboundRoute({ secret, maxMailBytes, take, stopping, log }: RouteDeps): ChannelRoute {
  const expected = digestOf(secret);

  async function answer({ headers, body }: ChannelRequest): Promise<ChannelResponse> {
    if (!isSecret(headers.authorization, expected)) throw wrongSecret();
    if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Send the mail again.');
    const { raw, envelope } = mailIn(headers, body);
    if (raw.length > maxMailBytes) {
      throw new BridgeError(
        'body_too_large',
        `The mail is larger than ${maxMailBytes} bytes. See channels.email.max_mail_bytes.`,
      );
    }
    const status = await take(raw, envelope).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'a mail could not be kept; it must be sent again');
      if (error instanceof BridgeError && error.status >= 500) throw error;
      throw new BridgeError('data_unusable', 'The mail could not be kept. Send it again.', { cause: error });
    });
    if (status === 'unreadable') {
      throw new BridgeError(
        'body_invalid',
        'This is no mail, or has more parts or headers than are read. Send one mail in MIME.',
      );
    }
    return { status: 200, body: { status } };
  }

  return {
    method: 'POST',
    path: INBOUND_PATH,
    maxBodyBytes: maxMailBytes + FORM_BYTES,
    async handle(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        const challenge = error.status === 401 ? { 'WWW-Authenticate': 'Basic realm="mail"' } : undefined;
        return { status: error.status, body: errorBody(error), ...(challenge && { headers: challenge }) };
      }
    },
  };
}

function wrongSecret(): BridgeError {
  return new BridgeError(
    'webhook_secret_wrong',
    'The mail bears no secret, or a wrong one. Send channels.email.inbound_secret as a bearer token or as the password of basic authentication.',
  );
}

/** Compares digests: equal lengths, so neither the secret nor its length shows in the time it takes. */
function isSecret(header: string | string[] | undefined, expected: Buffer): boolean {
  const [scheme = '', given = ''] = typeof header === 'string' ? header.split(' ', 2) : [];
  const isBasic = scheme.toLowerCase() === 'basic';
  if (!isBasic && scheme.toLowerCase() !== 'bearer') return false;
  const written = isBasic ? Buffer.from(given, 'base64').toString('utf8') : given;
  const secret = isBasic ? written.slice(written.indexOf(':') + 1) : written;
  return timingSafeEqual(digestOf(secret), expected);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
