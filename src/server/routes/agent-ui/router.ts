import { Router } from 'express';
import { takesOnly } from '../../method-not-allowed.ts';
import type { StreamDeps } from '../../streams/stream-turn.ts';
import { agentChatRoute } from '../chat.ts';
import { envelopeStatusRoute } from './envelope-status.ts';
import { renderRefRoute } from './render-ref.ts';
import { sessionMessagesRoute } from './session-messages.ts';
import { uiRegistryRoute } from './ui-registry.ts';

/** The routes of agent-ui, below `/api/v1/agent/chat`. */
export function agentChatRouter(deps: StreamDeps & { uiRegistry: object }): Router {
  const router = Router();
  router.post('/stream', agentChatRoute(deps));
  router.all('/stream', takesOnly(['POST']));
  router.get('/sessions/:session_id/messages', sessionMessagesRoute(deps.store));
  router.all('/sessions/:session_id/messages', takesOnly(['GET']));
  router.post('/envelopes/:envelope_id/status', envelopeStatusRoute(deps.store));
  router.all('/envelopes/:envelope_id/status', takesOnly(['POST']));
  router.get('/render-ref/:render_ref', renderRefRoute(deps.store.blobs));
  router.all('/render-ref/:render_ref', takesOnly(['GET']));
  router.get('/ui-registry', uiRegistryRoute(deps.uiRegistry));
  router.all('/ui-registry', takesOnly(['GET']));
  return router;
}
