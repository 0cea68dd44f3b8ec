import type { ChannelRequest, ChannelResponse, ChannelRoute } from '../../protocol/channel.ts';
import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Responding } from './responding.ts';
import { isSigned, publicKeyOf } from './signature.ts';

/** What the developer portal has as "Interactions Endpoint URL", below the public address. */
const PATH = '/channels/discord/interactions';

export interface RouteDeps {
  /** 64 hex digits. */
  publicKey: string;
  responding: Responding;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
}

/** Takes the interactions that Discord posts. Each is told once; whoever pressed sees it when that fails. */
export function httpRoutes(deps: RouteDeps): ChannelRoute[] {
  const key = publicKeyOf(deps.publicKey);
  return [
    {
      method: 'POST',
      path: PATH,
      async handle(request) {
        try {
          // Discord sends wrong signatures now and then, and gives up an address that takes them.
          if (!isSigned(request, key, deps.now())) throw notSigned();
          return await answer(request, deps);
        } catch (error) {
          if (!(error instanceof BridgeError)) throw error;
          return { status: error.status, body: errorBody(error) };
        }
      },
    },
  ];
}

async function answer(request: ChannelRequest, { responding, stopping, log }: RouteDeps): Promise<ChannelResponse> {
  if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Send it again.');
  const interaction = jsonIn(request.body.toString('utf8'));
  try {
    return { status: 200, body: await responding.answer(interaction) };
  } catch (error) {
    if (error instanceof BridgeError && error.code === 'body_invalid') throw error;
    log.error({ reason: reasonOf(error) }, 'an interaction of discord could not be kept');
    if (error instanceof BridgeError && error.status >= 500) throw error;
    throw new BridgeError('data_unusable', 'It could not be kept. Send it again.', { cause: error });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BridgeError('body_not_json', 'The body is no JSON. Send what Discord posts, as it posts it.');
  }
}

function notSigned(): BridgeError {
  return new BridgeError(
    'webhook_secret_wrong',
    'X-Signature-Ed25519 is missing or wrong, or X-Signature-Timestamp is not within 5 minutes of now. The signature must fit channels.discord.public_key.',
  );
}
