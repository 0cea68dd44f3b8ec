import type { IncomingMessage } from 'node:http';
import { postPatiently } from '../../fetch/patient-post.ts';
import { NoAnswer } from '../../fetch/post.ts';
import type { Agent, AgentEvent } from '../../protocol/agent.ts';
import type { Endpoint } from '../../protocol/endpoint.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Turn, UiResponse } from '../../protocol/turn.ts';
import { agentFailed, eventsIn, jsonIn, readAnswer, textOf, typeOf } from './read-answer.ts';

/** Answers that mean "not now" besides every 5xx. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Another runtime in the agent's place: it gets the platform's update as it came. Whatever 2xx it answers means that it
 * has the update; an agent turn in the answer is the reply, and without one the reply comes by `POST /bridge`, or never.
 *
 * Until it has the update it is asked again, as long as the turn may take. `forward_failed` says that it does not have it.
 */
export function createForward(endpoint: Endpoint): Agent {
  return {
    async *run(turn, { signal, update, log }) {
      const request = { id: turn.turnId, body: update, headers: headersOf(turn) };
      let answer: IncomingMessage;
      try {
        answer = await postPatiently(endpoint, request, {
          signal,
          isLater: (status) => status >= 500 || LATER.has(status),
          repeatsSilence: true,
          onWait: ({ reason, waitMs }) =>
            log.warn({ turn_id: turn.turnId, attempt: turn.attempt, reason, wait_ms: waitMs }, 'forwarding waits'),
        });
      } catch (error) {
        throw error instanceof NoAnswer ? forwardFailed(error.message) : error;
      }
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        answer.destroy();
        throw forwardFailed(`it answered ${status}. Check forward.url and its headers`);
      }
      try {
        yield* replyIn(answer, turn, log);
      } catch (error) {
        // It has the update, so only its reply failed.
        throw error instanceof NoAnswer ? agentFailed(error.message) : error;
      }
    },
  };
}

/** A reply, where the answer holds one. A runtime that answers `{"ok": true}` or the like says nothing by it. */
async function* replyIn(answer: IncomingMessage, turn: Turn, log: Log): AsyncGenerator<AgentEvent> {
  if (answer.statusCode === 200 && typeOf(answer) === 'text/event-stream') return yield* readAnswer(answer);
  const text = await textOf(answer);
  const json = text.trim() === '' ? undefined : jsonIn(text);
  if (typeof json?.value === 'object' && json.value !== null && 'text' in json.value) yield* eventsIn(json.value);
  else if (text.trim() !== '') log.debug({ turn_id: turn.turnId }, 'the answer to a forwarded update is no agent turn');
}

function headersOf({ channel, attempt, uiResponse }: Turn): Record<string, string> {
  return {
    Accept: 'application/json, text/event-stream',
    'Footbridge-Channel': channel,
    'Footbridge-Attempt': String(attempt),
    ...(uiResponse && resolved(uiResponse)),
  };
}

/** Servers take 8 kB of headers at least. A longer answer is left out: half of it would be another one. */
const MAX_HEADER_CHARS = 4_000;

/** The answer to a question that the runtime asked by an agent turn: the update alone does not tell its value. */
function resolved({ id, value, label }: UiResponse): Record<string, string> {
  const answer = [
    { id, value, label },
    { id, value },
  ].map((said) => encodeURIComponent(JSON.stringify(said)));
  const fitting = answer.find(({ length }) => length <= MAX_HEADER_CHARS);
  return fitting === undefined ? {} : { 'Footbridge-Ui-Response': fitting };
}

/** `why` ends a sentence, and names no URL. */
function forwardFailed(why: string): BridgeError {
  return new BridgeError('forward_failed', `An update could not be forwarded: ${why}. Retry it from the dead letters.`);
}
