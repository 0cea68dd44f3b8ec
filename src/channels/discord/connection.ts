import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelConnection, ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { type Health, readinessOf } from '../../protocol/health.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import { answerByCallback } from './callback.ts';
import { deliver } from './deliver.ts';
import type { DiscordJs } from './discord-js.ts';
import { createHearing } from './hearing.ts';
import { readKept } from './inbound.ts';
import { createOpenFile } from './open-file.ts';
import type { Reading } from './reading.ts';
import { createResponding } from './responding.ts';
import { restApi } from './rest.ts';
import { httpRoutes } from './routes.ts';
import { runSession } from './session.ts';
import type { DiscordSettings } from './settings.ts';
import { showAnswered } from './show-answered.ts';
import { Whereabouts } from './whereabouts.ts';
import type { GatewayEvent } from './wire.ts';

/** The longest that a stop waits for messages and answers under way. */
const STOP_MS = 800;

/** Puts the parts together around the library. Nothing is called before `start`. */
export function createConnection(library: DiscordJs, settings: DiscordSettings, host: ChannelHost): ChannelConnection {
  const { log, now } = host;
  const { token, allow, public_key: publicKey } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const health: Health = { session: 'Discord has not answered yet.', delivery: undefined };
  const call = restApi(library.rest, token);
  const whereabouts = new Whereabouts();
  const reading = (): Reading => ({
    groups: settings.groups,
    bots: settings.bots ?? [],
    ownId: whereabouts.ownId,
    isOwnRole: (id) => whereabouts.isOwnRole(id),
    isOwnThread: (id) => whereabouts.isOwnThread(id),
  });
  const hearing = createHearing({ host, reading, allow, whereabouts, stopping: signal });
  const responding = createResponding({ host, reading, allow, call, stopping: signal });
  const answers = new InFlight();

  function onEvent(event: GatewayEvent): void {
    whereabouts.learn(event);
    if (event.t === 'MESSAGE_CREATE' || event.t === 'MESSAGE_UPDATE') hearing.hear(event);
    // Also where they are to come by HTTP: the developer portal decides, and what it sends is answered.
    if (event.t === 'INTERACTION_CREATE') void answers.follow(answerByCallback(event.d, { responding, call, log }));
  }

  async function live(): Promise<void> {
    try {
      await runSession(
        {
          call,
          newClient: library.newClient,
          token,
          onEvent,
          onIdentity: (userId) => whereabouts.learn({ t: 'READY', d: { user: { id: userId } } }),
          whileOwner: host.whileOwner,
        },
        { channel: 'discord', health, log, stopping: signal },
      );
    } catch (error) {
      health.session = `The Discord session broke: ${reasonOf(error)}`;
      log.error({ reason: reasonOf(error) }, 'the discord session broke');
    }
  }

  let session: Promise<void> | undefined;
  return {
    routes:
      settings.interactions === 'http' && publicKey
        ? httpRoutes({ publicKey, responding, stopping: signal, log, now })
        : [],
    start() {
      session ??= live();
    },
    async stop() {
      stopping.abort();
      const idle = Promise.all([session, hearing.settled(), responding.settled()]).then(() => answers.settled());
      await Promise.race([idle, sleep(STOP_MS, undefined, { ref: false })]);
    },
    readiness: () => readinessOf(health),
    decode: async (raw) => readKept(raw, reading()),
    deliver: (request) => deliver(request, { call, health, log, openUrl: host.openUrl, now }),
    showAnswered,
    // A payload does not say where it goes: its conversation does.
    readdress: (payload) => payload,
    openFile: createOpenFile({ call, apiRoot: settings.api_root }),
  };
}
