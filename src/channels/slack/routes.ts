import type { ChannelRequest, ChannelResponse, ChannelRoute } from '../../protocol/channel.ts';
import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Intake } from './intake.ts';
import { isSigned } from './signature.ts';

/** Where an app's Events, Interactivity and Slash commands point to. */
const PATHS = ['/channels/slack/events', '/channels/slack/interactions', '/channels/slack/commands'];

export interface RouteDeps {
  signingSecret: string;
  intake: Intake;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Takes what Slack posts. 200 means: it is on the disk. After anything else Slack sends an event again; a press or a
 * command is told once, and its person sees that it failed. Nothing here waits for an agent.
 */
export function httpRoutes(deps: RouteDeps): ChannelRoute[] {
  return PATHS.map((path) => ({
    method: 'POST',
    path,
    async handle(request) {
      try {
        return await answer(request, deps);
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        return { status: error.status, body: errorBody(error) };
      }
    },
  }));
}

async function answer(request: ChannelRequest, deps: RouteDeps): Promise<ChannelResponse> {
  const { signingSecret, intake, stopping, log, now } = deps;
  if (!isSigned(request, signingSecret, now())) throw notSigned();
  if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Send it again.');
  const payload = payloadOf(request);
  if (payload.type === 'url_verification') return { status: 200, body: { challenge: payload.challenge } };
  try {
    await intake(payload);
    // A body would be shown to whoever ran a command.
    return { status: 200 };
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'what slack sent could not be kept; events are sent again');
    if (error instanceof BridgeError && error.status >= 500) throw error;
    throw new BridgeError('data_unusable', 'It could not be kept. Send it again.', { cause: error });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Events come as JSON, presses as JSON in a field of a form, commands as the fields of one. */
function payloadOf({ headers, body }: ChannelRequest): Fields {
  const text = body.toString('utf8');
  if (!/^application\/x-www-form-urlencoded\b/i.test(String(headers['content-type']))) return jsonIn(text);
  const form = Object.fromEntries(new URLSearchParams(text));
  return form.payload === undefined ? form : jsonIn(form.payload);
}

function jsonIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Told below.
  }
  throw new BridgeError('body_not_json', 'The body holds no JSON object. Send what Slack posts, as it posts it.');
}

function notSigned(): BridgeError {
  return new BridgeError(
    'webhook_secret_wrong',
    'X-Slack-Signature is missing or wrong, or X-Slack-Request-Timestamp is not within 5 minutes of now. The signature must be made with channels.slack.signing_secret.',
  );
}
