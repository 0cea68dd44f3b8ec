import { once } from 'node:events';
import type { Client } from 'discord.js';
import { reasonOf } from '../../protocol/errors.ts';
import { type Patience, type Setback, waitAfter } from '../../protocol/patience.ts';
import type { DiscordJs } from './discord-js.ts';
import { endClient } from './end-client.ts';
import { faultOfClose, TOKEN_REFUSED } from './health.ts';
import { keepSessions } from './keep-session.ts';
import type { GatewayEvent } from './wire.ts';

export interface GatewayDeps {
  newClient: DiscordJs['newClient'];
  token: string;
  /** Takes each event as it comes on the wire. Returns at once. */
  onEvent(event: GatewayEvent): void;
}

/**
 * Holds a connection to the gateway. The library resumes it when the network fails, and Discord then tells what was
 * missed. When it ends for good, as for a token that is not taken, another one is opened after a while: an operator may
 * have mended it by then.
 */
export async function keepGateway(deps: GatewayDeps, patience: Patience): Promise<void> {
  const { stopping } = patience;
  for (let failures = 0; !stopping.aborted; ) {
    const client = deps.newClient();
    const ended = new AbortController();
    const stopped = once(stopping, 'abort', { signal: ended.signal }).then(() => undefined);
    let setback: Setback | undefined;
    try {
      setback = await Promise.race([
        stopped.catch(() => undefined),
        untilOver(client, deps, patience, () => {
          failures = 0;
        }),
      ]);
    } finally {
      ended.abort();
      await endClient(client);
    }
    if (setback) await waitAfter(setback, ++failures, patience);
  }
}

/** Connects. Resolves when the connection is over for good, with why. */
async function untilOver(
  client: Client,
  { token, onEvent }: GatewayDeps,
  { health, log }: Patience,
  onOpen: () => void,
): Promise<Setback> {
  const kept = new WeakSet<object>();
  let attempts = 0;
  const opened = () => {
    onOpen();
    attempts = 0;
    if (health.session !== undefined) log.info({}, 'the gateway of discord is open');
    health.session = undefined;
  };
  const over = new Promise<Setback>((resolve) => {
    client.on('shardDisconnect', ({ code }) => resolve(setbackOfClose(code)));
    client.on('invalidated', () => resolve({ reason: 'Discord ended the session. It is begun again.' }));
  });
  // Without a listener the library would end the process.
  client.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'the gateway of discord failed'));
  client.on('shardError', (error) => log.warn({ reason: reasonOf(error) }, 'the gateway of discord failed'));
  client.on('shardReconnecting', () => {
    attempts += 1;
    // Discord asks for one now and then.
    if (attempts !== 2) return;
    health.session = 'The gateway of Discord cannot be reached. It is tried again.';
    log.warn({ channel: 'discord', reason: health.session }, 'a channel is not ready');
  });
  client.on('raw', ({ t, d }: { t?: unknown; d?: unknown }) => {
    if (typeof t !== 'string') return;
    if (t === 'READY' || t === 'RESUMED') opened();
    if (t === 'READY') keepSessions(client, kept);
    try {
      onEvent({ t, d });
    } catch (error) {
      log.error({ event: t.slice(0, 64), reason: reasonOf(error) }, 'an event of discord could not be read');
    }
  });
  const login = client.login(token).then(
    () => new Promise<never>(() => {}),
    (error: unknown) => setbackOfLogin(error),
  );
  return Promise.race([over, login]);
}

function setbackOfClose(code: number): Setback {
  const fault = faultOfClose(code);
  if (fault !== undefined) return { reason: fault, isOperators: true };
  return { reason: `The gateway of Discord closed the connection with ${code}. It is opened again.` };
}

function setbackOfLogin(error: unknown): Setback {
  const { code, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  if (code === 'TokenInvalid' || status === 401) return { reason: TOKEN_REFUSED, isOperators: true };
  return { reason: 'The gateway of Discord could not be opened. It is tried again.' };
}
