import { type RequestHandler, Router } from 'express';
import { BridgeError } from '../../../protocol/errors.ts';
import type { StreamDeps } from '../../streams/stream-turn.ts';
import { agentChatRoute } from '../chat.ts';
import { envelopeStatusRoute } from './envelope-status.ts';
import { renderRefRoute } from './render-ref.ts';
import { sessionMessagesRoute } from './session-messages.ts';
import { uiRegistryRoute } from './ui-registry.ts';

/** Of a path that is named in an answer. */
const MAX_SHOWN_CHARS = 100;

/** The routes of agent-ui, below `/api/v1/agent/chat`. */
export function agentChatRouter(deps: StreamDeps & { uiRegistry: object }): Router {
  const router = Router();
  router.post('/stream', agentChatRoute(deps));
  router.all('/stream', only('POST'));
  router.get('/sessions/:session_id/messages', sessionMessagesRoute(deps.store));
  router.all('/sessions/:session_id/messages', only('GET'));
  router.post('/envelopes/:envelope_id/status', envelopeStatusRoute(deps.store));
  router.all('/envelopes/:envelope_id/status', only('POST'));
  router.get('/render-ref/:render_ref', renderRefRoute(deps.store.blobs));
  router.all('/render-ref/:render_ref', only('GET'));
  router.get('/ui-registry', uiRegistryRoute(deps.uiRegistry));
  router.all('/ui-registry', only('GET'));
  return router;
}

function only(method: string): RequestHandler {
  return (request) => {
    const path = `${request.baseUrl}${request.path}`.slice(0, MAX_SHOWN_CHARS);
    throw new BridgeError('method_not_allowed', `${path} takes ${method} only.`);
  };
}
