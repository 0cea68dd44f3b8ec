import { type RequestHandler, Router } from 'express';
import { BridgeError } from '../../../protocol/errors.ts';
import type { StreamDeps } from '../../streams/stream-turn.ts';
import { agentChatRoute } from '../chat.ts';
import { uiRegistryRoute } from './ui-registry.ts';

/** The routes of agent-ui, below `/api/v1/agent/chat`. */
export function agentChatRouter(deps: StreamDeps & { uiRegistry: object }): Router {
  const router = Router();
  router.post('/stream', agentChatRoute(deps));
  router.all('/stream', only('POST'));
  router.get('/ui-registry', uiRegistryRoute(deps.uiRegistry));
  router.all('/ui-registry', only('GET'));
  return router;
}

function only(method: string): RequestHandler {
  return (request) => {
    throw new BridgeError('method_not_allowed', `${request.baseUrl}${request.path} takes ${method} only.`);
  };
}
