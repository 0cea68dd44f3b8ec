import type { AgentType } from '../../protocol/agent.ts';
import { type Endpoint, endpointSchema } from '../../protocol/endpoint.ts';
import { hearEndpoint } from '../hear-endpoint.ts';
import { agentFailed, readAnswer } from './read-answer.ts';
import { turnBody } from './turn-body.ts';

/**
 * An agent behind an endpoint of its own: it gets the turn as JSON and answers an agent turn, as JSON or as a stream of
 * events.
 */
export const http: AgentType<Endpoint> = {
  type: 'http',
  settings: endpointSchema,
  create: (endpoint) => ({
    run: (turn, context) =>
      hearEndpoint({ endpoint, turn, body: turnBody(turn), headers: ACCEPTED }, context, {
        read: readAnswer,
        failed: agentFailed,
      }),
  }),
};

const ACCEPTED = { Accept: 'application/json, text/event-stream' };
