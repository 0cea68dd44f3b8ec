import type { Dialect } from '../../protocol/ui/turn-client.ts';
import type { UiAnswer } from '../answers/ui-answer.ts';
import { ChatError, refusalIn } from '../chat-error.ts';
import { askService, type Connection } from '../connection.ts';
import { randomId } from '../random-id.ts';
import { reduceAgentUi } from '../reduce-agent-ui.ts';
import { reduceMuxi } from '../reduce-muxi.ts';
import { reduceUbp } from '../reduce-ubp.ts';
import { NOTHING_YET, type TurnState } from '../turn/turn-state.ts';
import { type ChatEvents, muxiEvents, typedEvents } from './chat-event.ts';
import { type FollowOptions, followFrames, type Told } from './follow-frames.ts';

/** What every stream may be told. */
export interface StreamOptions<D extends Dialect> extends Connection {
  /** Default `muxi`. */
  dialect?: D | undefined;
  /** In `ubp`: the kinds of blocks that can be drawn, as `clientCapabilityTokens()` has them. Absent = no blocks at all. */
  capabilities?: readonly string[] | undefined;
  /** Ends the stream; the turn itself goes on at the service. */
  signal?: AbortSignal | undefined;
  /** Waits before each attempt to go on, in milliseconds. Default about 40 s in all. */
  retryAfterMs?: readonly number[] | undefined;
  /** A connection on which nothing is heard for so long is given up, and the turn gone on with. Default 45 s. */
  silenceMs?: number | undefined;
  /** Told when the connection is gone and will be tried again, and when it is there again. */
  onConnection?: ((isThere: boolean) => void) | undefined;
}

export interface ChatOptions<D extends Dialect = 'muxi'> extends StreamOptions<D> {
  message: string;
  sessionId?: string | undefined;
  /** The answer to a question, beside the message that says it in words. */
  uiResponse?: UiAnswer['uiResponse'] | undefined;
  /** The same key with the same content is the same turn, however often it is sent. Default: a new one for each call. */
  idempotencyKey?: string | undefined;
}

export interface ResumeOptions<D extends Dialect = 'muxi'> extends StreamOptions<D> {
  turnId: string;
  /** Id of the last frame that the application kept the effect of. Absent = the whole turn is told from its beginning. */
  lastEventId?: string | undefined;
}

/** The events of a turn, each once, in order. It can be read by one reader. */
export interface ChatStream<D extends Dialect> extends AsyncIterable<ChatEvents[D]> {
  /** All that is known of the turn so far; `turnId` and `lastEventId` in it are what `resumeStream` needs. */
  readonly state: TurnState;
}

const DIALECTS = {
  muxi: { path: '/v1/chat', reduce: reduceMuxi, eventsOf: muxiEvents },
  ubp: { path: '/v1/chat/stream', reduce: reduceUbp, eventsOf: typedEvents },
  'agent-ui': { path: '/api/v1/agent/chat/stream', reduce: reduceAgentUi, eventsOf: typedEvents },
} as const;

/**
 * Sends a message and gives what the turn tells, to its end: over as many connections as that takes, nothing twice. The
 * message is sent when reading begins. Throws a `ChatError` when it is refused, when the service cannot be reached (any
 * more), and when the turn fails; an abort throws the signal's reason.
 */
export function chatStream<D extends Dialect = 'muxi'>(options: ChatOptions<D>): ChatStream<D> {
  const { message, sessionId, uiResponse, signal, idempotencyKey = randomId() } = options;
  const dialect = options.dialect ?? 'muxi';
  const json = {
    message,
    ...(dialect === 'muxi' && { stream: true }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(uiResponse && { ui_response: uiResponse }),
  };
  const path = withQuery(DIALECTS[dialect].path, capabilitiesOf(options));
  const headers = { 'Idempotency-Key': idempotencyKey };
  const begin = () => askService(options, path, { json, headers, signal });
  return streamOf<D>(options, { begin, mayBeginAgain: true, resume: resumeOf(options) });
}

/** Goes on with a turn that was begun before, also by a page that was loaded since. The agent does not run again. */
export function resumeStream<D extends Dialect = 'muxi'>(options: ResumeOptions<D>): ChatStream<D> {
  const { turnId, lastEventId } = options;
  const resume = resumeOf(options);
  const from = { ...NOTHING_YET, turnId, ...(lastEventId !== undefined && { lastEventId }) };
  return streamOf<D>(options, { begin: () => resume(turnId, lastEventId), resume, from });
}

type Ways = Pick<FollowOptions<Response>, 'begin' | 'resume' | 'from' | 'mayBeginAgain'>;

function streamOf<D extends Dialect>(options: StreamOptions<D>, ways: Ways): ChatStream<D> {
  const { reduce, eventsOf } = DIALECTS[options.dialect ?? 'muxi'];
  const { signal, retryAfterMs, silenceMs, onConnection } = options;
  let state = ways.from ?? NOTHING_YET;
  async function* read(): AsyncGenerator<ChatEvents[D], void> {
    const frames = followFrames({
      ...{ ...ways, reduce, signal, retryAfterMs, silenceMs, onConnection },
      get mayBeginAgain() {
        // What was told without saying which turn it is would be told twice.
        return ways.mayBeginAgain === true && state.parts.length === 0;
      },
    });
    try {
      for (let step = await frames.next(); ; step = await frames.next()) {
        if (step.done) {
          if (step.value.type === 'refused') throw await refusalIn(step.value.response);
          if (step.value.type === 'lost') {
            const { cause } = step.value;
            throw new ChatError('lost', 'The service could not be reached. Try again with the same key.', { cause });
          }
          return;
        }
        state = step.value.state;
        yield* (eventsOf as (told: Told) => ChatEvents[D][])(step.value);
        // An error that is not final has no end of the turn: the stream goes on over the next connection.
        const { end } = state;
        if (end?.type === 'error' && end.isFinal) {
          throw new ChatError('failed', end.message || 'The turn failed.', { code: end.code });
        }
      }
    } finally {
      await frames.return({ type: 'lost' });
    }
  }
  const events = read();
  return {
    get state() {
      return state;
    },
    [Symbol.asyncIterator]: () => events,
  };
}

function resumeOf<D extends Dialect>(options: StreamOptions<D>): Ways['resume'] {
  const { dialect = 'muxi', signal } = options;
  return (turnId, lastEventId) => {
    const path = `/v1/turns/${encodeURIComponent(turnId)}/stream`;
    const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    return askService(options, withQuery(path, { dialect, ...capabilitiesOf(options) }), { headers, signal });
  };
}

function capabilitiesOf({ dialect, capabilities }: StreamOptions<Dialect>): Record<string, string> {
  return dialect === 'ubp' && capabilities ? { capabilities: capabilities.join(',') } : {};
}

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
