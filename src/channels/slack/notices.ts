import { escapeMrkdwn } from '../../markup/escape.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import type { Inbound, Toast } from '../../protocol/inbound.ts';
import type { Log } from '../../protocol/log.ts';
import type { PostToResponseUrl } from './response-url.ts';
import type { Tokens } from './tokens.ts';
import type { CallWebApi } from './web-api.ts';

/** Notices under way at once; when Slack cannot be reached, more would only pile up. */
const MAX_IN_FLIGHT = 1_000;

/** Who pressed something, and where. */
type Presser = Pick<Inbound, 'address' | 'person' | 'secret'>;

export interface Notices {
  /** Tells whoever pressed what came of it, in a message that they alone see. Returns at once and never throws. */
  show(presser: Presser, toast: Toast): void;
  /** Resolves when none is under way. */
  settled(): Promise<void>;
}

/** What the conversation itself shows anyway: the message that asked changes, or the agent answers. */
const SHOWN_ANYWAY: ReadonlySet<Toast['code']> = new Set(['recorded', 'received']);

/** Tells people what came of their presses, outside every lane. Each is tried once each way: later is too late. */
export function createNotices(deps: {
  call: CallWebApi;
  respond: PostToResponseUrl;
  tokens: Tokens;
  log: Log;
}): Notices {
  const { call, respond, tokens, log } = deps;
  const underWay = new InFlight();

  async function tokenOf(team: string | undefined): Promise<string | undefined> {
    try {
      return await tokens.of(team);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'a person could not be told what came of a press');
      return undefined;
    }
  }

  async function tell({ address, person, secret }: Presser, { text: words }: Toast): Promise<void> {
    const { channel, thread_ts, team } = address;
    const thread = thread_ts === undefined ? {} : { thread_ts };
    const text = escapeMrkdwn(words);
    if (secret !== undefined) {
      const notice = { response_type: 'ephemeral', replace_original: false, text, ...thread };
      if ((await respond(secret, notice)).type === 'yes') return;
    }
    const token = await tokenOf(team === undefined ? undefined : String(team));
    if (token === undefined) return;
    const answer = await call('chat.postEphemeral', token, { channel, user: person.id, text, ...thread });
    if (answer.type !== 'yes') {
      const reason = answer.type === 'no' ? answer.code : answer.reason;
      log.warn({ reason }, 'a person could not be told what came of a press');
    }
  }

  return {
    show(presser, toast) {
      if (SHOWN_ANYWAY.has(toast.code)) return;
      if (underWay.size < MAX_IN_FLIGHT) void underWay.follow(tell(presser, toast));
      else log.warn({ in_flight: underWay.size }, 'a person was not told what came of a press: too many notices wait');
    },
    settled: () => underWay.settled(),
  };
}
