import { postPatiently } from '../../fetch/patient-post.ts';
import { NoAnswer } from '../../fetch/post.ts';
import type { AgentType } from '../../protocol/agent.ts';
import { type Endpoint, endpointSchema } from '../../protocol/endpoint.ts';
import { agentFailed, readAnswer } from './read-answer.ts';
import { turnBody } from './turn-body.ts';

/** Too busy, or behind a proxy that does not find it just now. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * An agent behind an endpoint of its own: it gets the turn as JSON and answers an agent turn, as JSON or as a stream of
 * events. The turn's id is the idempotency key of every call, whatever makes it a repetition.
 */
export const http: AgentType<Endpoint> = {
  type: 'http',
  settings: endpointSchema,
  create: (endpoint) => ({
    async *run(turn, { signal, log }) {
      const request = { id: turn.turnId, body: JSON.stringify(turnBody(turn)), headers: ACCEPTED };
      try {
        const answer = await postPatiently(endpoint, request, {
          signal,
          isLater: (status) => LATER.has(status),
          onWait: ({ reason, waitMs }) =>
            log.warn({ turn_id: turn.turnId, attempt: turn.attempt, reason, wait_ms: waitMs }, 'agent is asked again'),
        });
        yield* readAnswer(answer);
      } catch (error) {
        throw error instanceof NoAnswer ? agentFailed(error.message) : error;
      }
    },
  }),
};

const ACCEPTED = { Accept: 'application/json, text/event-stream' };
