import { Router } from 'express';
import { jsonBody } from '../../json-body.ts';
import { takesOnly } from '../../method-not-allowed.ts';
import { appAssets, appPageRoute, type PageDeps } from './app-page.ts';
import { callToolRoute, listResourcesRoute, readResourceRoute, type ToolDeps } from './call-tool.ts';
import { appBodyRoute, type DescribeDeps, describeAppRoute } from './describe-app.ts';
import { type ContextDeps, modelContextRoute } from './model-context.ts';
import { type MessageDeps, sayMessageRoute } from './say-message.ts';

export type AppRoutesDeps = PageDeps & DescribeDeps & ToolDeps & MessageDeps & ContextDeps;

/** The pages of apps, and what those ask for. The link is the right to look; who may act is asked anew each time. */
export function appsRouter(deps: AppRoutesDeps): Router {
  // The page's own addresses are relative to one without a slash at its end.
  const router = Router({ strict: true });
  router.use('/apps/assets', appAssets());
  router.get('/apps/:token', appPageRoute(deps));
  router.get('/v1/apps/:token', describeAppRoute(deps));
  router.get('/v1/apps/:token/body', appBodyRoute(deps));
  router.post('/v1/apps/:token/tools/call', ...jsonBody(), callToolRoute(deps));
  router.post('/v1/apps/:token/resources/list', ...jsonBody(), listResourcesRoute(deps));
  router.post('/v1/apps/:token/resources/read', ...jsonBody(), readResourceRoute(deps));
  router.post('/v1/apps/:token/message', ...jsonBody(), sayMessageRoute(deps));
  router.post('/v1/apps/:token/model-context', ...jsonBody(), modelContextRoute(deps));
  const ofApp = 'This route of an app';
  router.all(['/apps/:token', '/v1/apps/:token', '/v1/apps/:token/body'], takesOnly(['GET'], ofApp));
  router.all(
    /^\/v1\/apps\/[^/]+\/(?:tools\/call|resources\/(?:list|read)|message|model-context)$/,
    takesOnly(['POST'], ofApp),
  );
  return router;
}
