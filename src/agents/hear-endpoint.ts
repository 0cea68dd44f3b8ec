import type { IncomingMessage } from 'node:http';
import { postPatiently } from '../fetch/patient-post.ts';
import { NoAnswer } from '../fetch/post.ts';
import type { AgentContext, AgentEvent } from '../protocol/agent.ts';
import type { Endpoint } from '../protocol/endpoint.ts';
import type { BridgeError } from '../protocol/errors.ts';
import type { Turn } from '../protocol/turn.ts';

/** Too busy, or behind a proxy that does not find it just now. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Asks an agent behind an endpoint, and gives the events that `read` finds in its answer. The turn's id is the
 * idempotency key of every call, whatever makes it a repetition. Throws what `failed` makes where no answer came.
 */
export async function* hearEndpoint(
  { endpoint, turn, body, headers }: { endpoint: Endpoint; turn: Turn; body: object; headers: Record<string, string> },
  { signal, log }: Pick<AgentContext, 'signal' | 'log'>,
  {
    read,
    failed,
  }: { read: (answer: IncomingMessage) => AsyncIterable<AgentEvent>; failed: (why: string) => BridgeError },
): AsyncGenerator<AgentEvent> {
  const request = { id: turn.turnId, body: JSON.stringify(body), headers };
  try {
    const answer = await postPatiently(endpoint, request, {
      signal,
      isLater: (status) => LATER.has(status),
      onWait: ({ reason, waitMs }) =>
        log.warn({ turn_id: turn.turnId, attempt: turn.attempt, reason, wait_ms: waitMs }, 'agent is asked again'),
    });
    yield* read(answer);
  } catch (error) {
    throw error instanceof NoAnswer ? failed(error.message) : error;
  }
}
