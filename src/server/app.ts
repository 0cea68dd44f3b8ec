import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import helmet from 'helmet';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Preview } from '../pipeline/preview.ts';
import type { ChannelTypes } from '../protocol/channel.ts';
import { errorBody } from '../protocol/error-body.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';
import { type AccessOptions, checkOrigin, clientsOnly, identify } from './access.ts';
import type { FileLinks } from './file-links.ts';
import { jsonBody, MAX_BODY_BYTES } from './json-body.ts';
import { shortened, takesOnly } from './method-not-allowed.ts';
import type { Metrics } from './metrics.ts';
import { agentChatRouter } from './routes/agent-ui/router.ts';
import { type AppRoutesDeps, appsRouter } from './routes/apps/router.ts';
import { bridgeRoute } from './routes/bridge.ts';
import { decodeRoute } from './routes/callbacks.ts';
import { cancelTurnRoute } from './routes/cancel-turn.ts';
import { blockChatRoute, chatRoute } from './routes/chat.ts';
import { componentsRoute } from './routes/components.ts';
import { filesRoute } from './routes/files.ts';
import { notificationsRoute } from './routes/notifications.ts';
import { operationsRouter } from './routes/operations.ts';
import type { BackupCopy } from './routes/operators/backup.ts';
import { operatorsRouter } from './routes/operators/router.ts';
import type { ReachDeps } from './routes/reach.ts';
import { renderRoute } from './routes/render.ts';
import type { Negotiate } from './routes/stream-chat.ts';
import { telemetryRouter } from './routes/telemetry.ts';
import { type TriggersDeps, triggersRouter } from './routes/triggers.ts';
import { turnStreamRoute } from './routes/turn-stream.ts';
import { turnsRoute } from './routes/turns.ts';
import { userChannelsRouter } from './routes/user-channels.ts';
import { userTokensRoute } from './routes/user-tokens.ts';
import { Heartbeats } from './streams/heartbeats.ts';

export interface AppOptions {
  access: AccessOptions;
  pipeline: Pipeline;
  preview: Preview;
  store: Store;
  channelTypes: ChannelTypes;
  /** What clients of agent-ui may be shown, as it travels. */
  uiRegistry: object;
  /** The same, and those that are none of a platform: triggers, proactive channels. */
  pushTypes: ChannelTypes;
  negotiate: Negotiate;
  proactive: ReachDeps['proactive'];
  triggers: Pick<TriggersDeps, 'formation' | 'triggers' | 'hasDestination'>;
  fileLinks: FileLinks;
  /** What the pages of apps need beside the rest. */
  apps: Omit<AppRoutesDeps, 'access' | 'pipeline' | 'store' | 'log'>;
  metrics: Metrics;
  log: Log;
  now: () => number;
  /** How long a delivery is tried once it may go out again. */
  expiresAfterMs: number;
  /** Absent where the data is another program's to back up. */
  backup?: () => Promise<BackupCopy>;
  /** The console's pages; absent = none are served. */
  console?: Router;
}

/** Everything over HTTP except the platforms' own routes, which never come through here. */
export function createApp(options: AppOptions): Express {
  const { access, pipeline, store, channelTypes } = options;
  const app = express();
  app.disable('x-powered-by');
  // Nothing here is asked for twice with the same body, and an ETag costs a hash of each.
  app.set('etag', false);
  app.set('query parser', 'simple');
  // The console's own files must load over plain http too, where no proxy adds TLS.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false }));
  app.use(operationsRouter(options));
  // The link is the key, and it is fetched by an agent that may know us by any name.
  app.get('/v1/files/:token', filesRoute({ links: options.fileLinks, pipeline }));
  app.use(checkOrigin(access));
  app.use('/components', componentsRoute());
  if (options.console) app.use(options.console);
  app.use(appsRouter({ ...options.apps, access, pipeline, store, log: options.log }));

  app.use('/v1', operatorsRouter({ ...options, channelTypes: options.pushTypes }));
  app.use('/v1/telemetry', telemetryRouter(options));
  const v1 = express.Router();
  v1.use(identify(access), ...jsonBody());
  const streams = { pipeline, store, heartbeats: new Heartbeats(), negotiate: options.negotiate };
  v1.post('/chat', chatRoute(streams));
  v1.post('/chat/stream', blockChatRoute(streams));
  const reach = { pipeline, store, channelTypes: options.pushTypes, proactive: options.proactive };
  v1.post('/turns', clientsOnly, turnsRoute(reach));
  v1.post('/notifications', clientsOnly, notificationsRoute(reach));
  v1.post('/turns/:id/cancel', clientsOnly, cancelTurnRoute(store));
  v1.get('/turns/:id/stream', turnStreamRoute(streams));
  v1.all('/turns/:id/stream', takesOnly(['GET']));
  v1.post('/render', clientsOnly, renderRoute({ preview: options.preview, channelTypes }));
  v1.post('/callbacks/decode', clientsOnly, decodeRoute(channelTypes));
  v1.post('/user-tokens', clientsOnly, userTokensRoute(access.userTokens));
  v1.all(
    [
      '/chat',
      '/chat/stream',
      '/turns',
      '/notifications',
      '/turns/:id/cancel',
      '/render',
      '/callbacks/decode',
      '/user-tokens',
    ],
    takesOnly(['POST']),
  );
  v1.use(userChannelsRouter({ ...reach, now: options.now }));
  v1.use(triggersRouter({ ...options.triggers, pipeline, store, now: options.now }));
  app.use('/v1', v1);
  app.use(
    '/api/v1/agent/chat',
    identify(access),
    ...jsonBody(),
    agentChatRouter({ ...streams, uiRegistry: options.uiRegistry }),
  );
  app.post('/bridge/:channel', identify(access), clientsOnly, ...jsonBody(), bridgeRoute({ pipeline, channelTypes }));
  app.all('/bridge/:channel', takesOnly(['POST']));

  app.use((request) => {
    throw new BridgeError('not_found', `There is no route ${request.method} ${shortened(request.path)}.`);
  });
  app.use(answerError(options.log));
  return app;
}

/** The one place where a fault becomes an answer: the error shape, never a stack. */
function answerError(log: Log): ErrorRequestHandler {
  return (thrown, _request, response, next) => {
    const error = bridgeErrorOf(thrown);
    if (error.status >= 500) log.error({ code: error.code, reason: reasonOf(thrown) }, 'request failed');
    if (response.headersSent) return next(error);
    response.status(error.status).json(errorBody(error));
  };
}

function bridgeErrorOf(thrown: unknown): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const { type, status, limit = MAX_BODY_BYTES } = thrown as { type?: string; status?: number; limit?: number };
  if (type === 'entity.too.large') {
    return new BridgeError('body_too_large', `The body is larger than ${limit} bytes. Send less.`);
  }
  if (type === 'entity.parse.failed') {
    return new BridgeError('body_not_json', 'The body is not JSON. Send a JSON object.');
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new BridgeError('body_invalid', 'The request could not be read. Check its path, headers and encoding.');
  }
  return new BridgeError('internal', 'Something went wrong on our side. The log has the reason.', { cause: thrown });
}
