import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createForward } from './agents/http/forward.ts';
import { startApps } from './apps/start-apps.ts';
import { createSeal } from './callback/seal.ts';
import { consoleRouter } from './console/router.ts';
import { startEmulators } from './emulators/start.ts';
import type { Environment } from './environment.ts';
import { createGuardedGet } from './fetch/guarded-get.ts';
import { createGuardedSend } from './fetch/guarded-send.ts';
import type { Formation } from './formation/formation.ts';
import { greetingOf, urlHost, warnOfOldNode } from './greeting.ts';
import { createToolHost } from './mcp/tool-host.ts';
import { openStore } from './open-store.ts';
import { composeGiven } from './pipeline/compose/compose.ts';
import { createCompose } from './pipeline/composer.ts';
import { deliveryPolicies } from './pipeline/delivery-policies.ts';
import { isKnown, makeKnown } from './pipeline/known-conversations.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createPreview } from './pipeline/preview.ts';
import { createFormWords, createSay } from './pipeline/sentences.ts';
import { createWhileOwner } from './pipeline/while-owner.ts';
import { createComponents } from './producers/agent-ui/components.ts';
import { createEnvelopeMaker } from './producers/agent-ui/envelope-maker.ts';
import { registryDocument } from './producers/agent-ui/registry-document.ts';
import { toolDescriptions } from './producers/agent-ui/tool-descriptions.ts';
import { produce } from './producers/produce.ts';
import { createRecommender } from './producers/recommender/create-recommender.ts';
import { createStages } from './producers/stage/create-stage.ts';
import type { Agent, AgentType } from './protocol/agent.ts';
import type { ChannelTypes } from './protocol/channel.ts';
import { BridgeError } from './protocol/errors.ts';
import type { Log } from './protocol/log.ts';
import type { AfterTurn } from './protocol/ui/after-turn.ts';
import type { WidgetTypes } from './protocol/widget.ts';
import { derivedSecrets, serviceSecrets } from './secrets.ts';
import { identify, isLoopback } from './server/access.ts';
import { createApp } from './server/app.ts';
import { createFileLinks } from './server/file-links.ts';
import { createHttpServer } from './server/http-server.ts';
import { createLog } from './server/log.ts';
import { messageClasses } from './server/message-classes.ts';
import { createMetrics } from './server/metrics.ts';
import { createNegotiate } from './server/negotiate.ts';
import { createUserTokens } from './server/user-token.ts';
import { shownBlocks } from './shown-blocks.ts';
import { stopService } from './stop-service.ts';
import { startSweeper } from './store/sweeper.ts';
import { createVaults } from './vaults.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';

export interface Service {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** What a newcomer should know, a line each. */
  greeting: string[];
  /** Takes no more, lets what is in flight end, within 10 s, closes the store. */
  stop(): Promise<void>;
}

/** Composes the whole service from a checked formation and starts it. */
export async function startService(options: {
  environment: Environment;
  formation: Formation;
  channelTypes: ChannelTypes;
  agentTypes: ReadonlyMap<string, AgentType>;
  widgetTypes: WidgetTypes;
  /** For tests, whose files are on this machine. Default false: agents cannot make the service look into its own network. */
  opensLoopbackUrls?: boolean;
  /** Runs before the channels connect; gets the settings of the emulated ones, by name. Default: nothing. */
  prepareEmulated?: (platforms: ReadonlyMap<string, unknown>, formation: Formation) => Promise<void>;
  /** For measurements, beside a store that keeps nothing. Default: the one that the environment names. */
  open?: typeof openStore;
}): Promise<Service> {
  const { environment, formation, channelTypes, agentTypes, widgetTypes } = options;
  const { HOST: host, PORT: port, FOOTBRIDGE_KEYS: keys, FOOTBRIDGE_ADMIN_KEYS: adminKeys } = environment;
  if (keys.length === 0 && !isLoopback(host)) {
    throw new BridgeError(
      'keys_required',
      `Refusing to listen on ${host} without keys: anybody could use the API. Set FOOTBRIDGE_KEYS, or HOST=127.0.0.1.`,
    );
  }
  const log = createLog(environment.LOG_LEVEL);
  warnOfOldNode(log);
  const now = Date.now;
  const isShared = environment.DATABASE_URL !== undefined;
  const secrets = await serviceSecrets(
    environment.FOOTBRIDGE_SECRET,
    isShared ? undefined : environment.FOOTBRIDGE_DATA,
  );
  const { web, blocks } = shownBlocks(formation);
  const webhooks = createWebhooks({
    formation: formation.id,
    settings: formation.webhooks,
    triggers: formation.triggers,
    proactive: formation.proactive.channels,
    transformers: formation.transformers,
    channelTypes,
    send: createGuardedSend(formation.webhooks),
    now,
  });
  const policies = deliveryPolicies(formation.outbox, webhooks.types);
  const { retention } = formation;
  const store = await (options.open ?? openStore)(environment, { now, log, policies, retention });
  const backup = store.backup?.bind(store);
  const metrics = createMetrics();
  const seal = createSeal({ secrets });
  const compose = createCompose({
    produce: (turn, mint) => produce(turn, { links: formation.links, mint }),
    widgetTypes,
    ui: formation.ui,
    seal,
  });
  const agentType = agentTypes.get(formation.agent.type);
  if (!agentType) throw new BridgeError('formation_invalid', `There is no agent type '${formation.agent.type}'.`);
  const agent = agentType.create(formation.agent.settings);
  const tools = createToolHost({ servers: formation.mcpServers, cwd: formation.folder });
  const agentUi = { components: createComponents(formation.webComponents), mapLayers: formation.mapLayers };
  // Known once it listens, before the first turn runs.
  let url = '';
  const apps = await startApps({
    host,
    sandboxPort: environment.SANDBOX_PORT,
    sandboxUrl: environment.SANDBOX_URL,
    allowedHosts: formation.allowedAppHosts,
    publicUrl: environment.PUBLIC_URL,
    url: () => url,
    ...{ blobs: store.blobs, memory: store.channelMemory, secrets, now, log },
  });
  const shared = {
    createStage: createStages({
      apps: apps.keeper,
      blocks,
      envelopes: { maker: createEnvelopeMaker(agentUi), blobs: store.blobs, now },
      uiTools: toolDescriptions(agentUi),
      mint: (conversation) => seal.mint(conversation),
      widgetsEnabled: formation.ui.widgets,
    }),
    store,
    transformers: formation.transformers,
    widgetTypes,
    agentName: formation.id,
    compose,
    say: createSay(formation.sentences),
    now,
  };
  const fileLinks = createFileLinks({ secrets, now });
  const pipeline = createPipeline({
    ...shared,
    agent,
    afterTurn: recommenderFor(formation, agent, log),
    agentMakesWidgets: agentType.makesWidgets === true,
    agentRemembers: agentType.remembers === true,
    forwards: new Map([...formation.forwards].map(([channel, endpoint]) => [channel, createForward(endpoint)])),
    tools,
    rules: formation.turns,
    onCrash: formation.onCrash,
    description: formation.description,
    policies,
    isShared,
    expiresAfterMs: formation.outbox.expiresAfterMs,
    seal,
    log,
    meter: metrics.meter,
    random: Math.random,
    // Without servers nothing has a view, and no turn need look for one.
    ...(formation.mcpServers.size > 0 && { viewContexts: (owner) => apps.contexts.of(owner) }),
    fileUrl: (channel, file) => `${environment.PUBLIC_URL ?? url}/v1/files/${fileLinks.issue({ channel, ...file })}`,
  });

  const emulators = await startEmulators({
    channels: formation.channels,
    channelTypes,
    // Each instance would have its own, and people of one are strangers to the others.
    wanted: environment.FOOTBRIDGE_EMULATORS ?? (isShared ? 'off' : undefined),
    log,
  });
  await options.prepareEmulated?.(
    new Map(emulators.emulated.map((name) => [name, emulators.settings.get(name)])),
    formation,
  );
  const openUrl = createGuardedGet({ allowLoopback: options.opensLoopbackUrls ?? false });
  const whileOwner = createWhileOwner({ store, owner: randomUUID(), log });
  const vaults = createVaults({ memory: store.channelMemory, secrets, log });
  for (const [name, settings] of emulators.settings) {
    const type = channelTypes.get(name);
    if (!type?.connect) continue;
    await vaults.renew(name);
    const connection = await type.connect(settings, {
      log,
      now,
      receive: (inbound) => pipeline.receive(name, inbound),
      isKnown: (address) => isKnown(store, type, address),
      makeKnown: (address) => makeKnown(store, type, address, now()),
      derivedSecrets: (label) => derivedSecrets(secrets, `${name} ${label}`),
      formWords: createFormWords(shared.say),
      whileOwner: (work, ...rest) => whileOwner(`${name}: ${work}`, ...rest),
      openUrl,
      vault: vaults.of(name),
      deliveryFailed: (deliveryId, reason) => pipeline.deliveryFailed({ channel: name, deliveryId, reason }),
      keptUpdate: (dedupeKey) => store.keptRaw({ channel: name, dedupeKey }),
      get publicUrl() {
        return environment.PUBLIC_URL ?? (emulators.emulated.includes(name) && url !== '' ? url : undefined);
      },
    });
    pipeline.join(webhooks.join(type, connection));
  }
  for (const channel of webhooks.joinOthers(new Set(pipeline.channels.keys()))) pipeline.join(channel);
  const connections = [...pipeline.channels.values()].map(({ connection }) => connection);

  const access = { keys, adminKeys, userTokens: createUserTokens({ secrets, now }), origins: web.origins };
  const app = createApp({
    access,
    pipeline,
    preview: createPreview({
      ...shared,
      composeGiven: (text, widgets, writing) =>
        composeGiven(text, widgets, {
          widgetTypes,
          limits: formation.ui.limits,
          widgetsEnabled: formation.ui.widgets,
          ...writing,
        }),
    }),
    store,
    channelTypes,
    uiRegistry: registryDocument(agentUi),
    pushTypes: webhooks.types,
    negotiate: createNegotiate({
      intersect: formation.ui.widgets ? blocks.intersect : () => [],
      onIgnored: metrics.capabilityIgnored,
    }),
    proactive: {
      names: [...formation.proactive.channels.keys()],
      ...(formation.proactive.defaultChannel !== undefined && {
        defaultChannel: formation.proactive.defaultChannel,
      }),
    },
    triggers: {
      formation: formation.id,
      triggers: formation.triggers,
      hasDestination: webhooks.hasDestination,
    },
    fileLinks,
    apps: { ...apps.pages, tools: tools.forApps },
    metrics,
    log,
    now,
    expiresAfterMs: formation.outbox.expiresAfterMs,
    ...(backup && { backup }),
    console: consoleRouter({
      emulators: emulators.views,
      info: () => ({ formation: formation.id, suggestions: web.suggestions, externalHosts: web.external_hosts }),
      guard: identify(access),
    }),
  });
  const server = createHttpServer({
    app,
    messages: messageClasses(app),
    routes: connections.flatMap(({ routes }) => routes),
    pages: connections.flatMap(({ pages = [] }) => pages),
    log,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'another program uses this port; set PORT to a free one' : error.message;
      reject(new BridgeError('environment_invalid', `Cannot listen on ${host}:${port}: ${why}.`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  url = `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`;
  emulators.serviceAt(url);
  for (const connection of connections) connection.start();
  pipeline.start();
  const endSweeping = startSweeper({ store, now, log });

  log.info({ url, formation: formation.id, channels: [...pipeline.channels.keys()] }, 'ready');
  return {
    url,
    greeting: greetingOf({
      url,
      formation,
      isOpen: keys.length === 0,
      hasAdminKeys: adminKeys.length > 0,
      emulated: emulators.emulated,
    }),
    async stop() {
      log.info({}, 'stopping');
      endSweeping();
      await stopService({
        server,
        stopChannels: () => Promise.all(connections.map((connection) => connection.stop())),
        stopWork: (timeoutMs) => pipeline.stop(timeoutMs),
        closeNeighbours: () => Promise.all([tools.close(), emulators.close(), apps.close()]),
        closeStore: () => store.close(),
        log,
      });
      log.info({}, 'stopped');
      await log.flush();
    },
  };
}

/** Nothing where none is configured; a formation whose agent cannot ask a model was refused when it was loaded. */
function recommenderFor({ recommender }: Formation, agent: Agent, log: Log): AfterTurn | undefined {
  const complete = agent.complete?.bind(agent);
  return recommender && complete && createRecommender({ ...recommender, complete, log });
}
