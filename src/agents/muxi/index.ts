import type { AgentType } from '../../protocol/agent.ts';
import { type Endpoint, endpointSchema } from '../../protocol/endpoint.ts';
import { hearEndpoint } from '../hear-endpoint.ts';
import { chatBody, chatHeaders } from './chat-request.ts';
import { muxiFailed, readChat } from './read-chat.ts';

/**
 * A MUXI formation behind its chat API. Its widgets are shown as they are, with the ids that it gave them; what a person
 * chooses goes back as its `ui_response`.
 */
export const muxi: AgentType<Endpoint> = {
  type: 'muxi',
  settings: endpointSchema,
  makesWidgets: true,
  create: (endpoint) => ({
    run: (turn, context) =>
      hearEndpoint({ endpoint, turn, body: chatBody(turn), headers: chatHeaders(turn) }, context, {
        read: readChat,
        failed: muxiFailed,
      }),
  }),
};
