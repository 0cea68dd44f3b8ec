import { postPatiently } from '../../fetch/patient-post.ts';
import { NoAnswer } from '../../fetch/post.ts';
import type { AgentType } from '../../protocol/agent.ts';
import { type Endpoint, endpointSchema } from '../../protocol/endpoint.ts';
import { chatBody, chatHeaders } from './chat-request.ts';
import { muxiFailed, readChat } from './read-chat.ts';

/** Too busy, or behind a proxy that does not find it just now. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * A MUXI formation behind its chat API. Its widgets are shown as they are, with the ids that it gave them; what a person
 * chooses goes back as its `ui_response`.
 */
export const muxi: AgentType<Endpoint> = {
  type: 'muxi',
  settings: endpointSchema,
  makesWidgets: true,
  create: (endpoint) => ({
    async *run(turn, { signal, log }) {
      const request = { id: turn.turnId, body: JSON.stringify(chatBody(turn)), headers: chatHeaders(turn) };
      try {
        const answer = await postPatiently(endpoint, request, {
          signal,
          isLater: (status) => LATER.has(status),
          onWait: ({ reason, waitMs }) =>
            log.warn({ turn_id: turn.turnId, attempt: turn.attempt, reason, wait_ms: waitMs }, 'agent is asked again'),
        });
        yield* readChat(answer);
      } catch (error) {
        throw error instanceof NoAnswer ? muxiFailed(error.message) : error;
      }
    },
  }),
};
