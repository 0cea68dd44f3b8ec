import { randomBytes } from 'node:crypto';
import { isObject } from '../bounded-json.ts';
import type { InteractionsEndpoint } from './app/interactions-endpoint.ts';
import type { Backstage } from './backstage.ts';
import type { ActResult, OpenInteraction } from './interactions.ts';
import { ApiRefusal } from './refusal.ts';
import type { Interaction, Message, User } from './wire.ts';
import { ALL_PERMISSIONS, type Room } from './world.ts';

const PING = 1;

/** What a person did, as far as its kind decides it. */
export interface Act {
  type: number;
  data: Record<string, unknown>;
  user: User;
  room: Room;
  /** The message whose component was used, or from which a modal came. */
  source?: Message;
}

/** Tells the app of interactions, over its endpoint or else over the gateway, and waits for the first answer. */
export class Asking {
  readonly #backstage: Backstage;
  readonly #endpoint: () => InteractionsEndpoint | undefined;
  readonly #canHear: () => boolean;

  constructor(backstage: Backstage, endpoint: () => InteractionsEndpoint | undefined, canHear: () => boolean) {
    this.#backstage = backstage;
    this.#endpoint = endpoint;
    this.#canHear = canHear;
  }

  ping(): Interaction {
    const { ids, applicationId } = this.#backstage;
    return { id: ids.next(), application_id: applicationId, type: PING, token: newToken(), version: 1 };
  }

  /** Resolves when the app has answered, or when its time is over. */
  ask(act: Act): Promise<ActResult> {
    const interaction = this.#payload(act);
    const { interactions, events, ids } = this.#backstage;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ isAnswered: false }), interactions.responseTimeoutMs);
      const settle: OpenInteraction['settle'] = (outcome) => {
        clearTimeout(timer);
        resolve({ ...outcome, interaction });
      };
      const { user, room, source } = act;
      const open = { interaction, user, room, createdMs: ids.nowMs(), settle, ...(source ? { source } : {}) };
      interactions.add(open);
      const endpoint = this.#endpoint();
      if (endpoint) void this.#post(endpoint, interaction).then((outcome) => outcome && settle(outcome));
      else if (this.#canHear()) events.interaction(interaction, room);
      else settle({ isAnswered: false });
    });
  }

  /** The same interaction once more, as a platform does that is not sure whether it arrived. Gives the status over HTTP. */
  async redeliver(interaction: Interaction): Promise<{ status?: number; body?: unknown }> {
    const endpoint = this.#endpoint();
    if (endpoint) return endpoint.post(interaction);
    this.#backstage.events.interaction(interaction, this.#backstage.world.roomOf(String(interaction.channel_id)));
    return {};
  }

  /** Gives what went wrong. Nothing when the answer was taken, or is still to come: the app said 202 and calls back. */
  async #post(
    endpoint: InteractionsEndpoint,
    interaction: Interaction,
  ): Promise<Omit<ActResult, 'interaction'> | undefined> {
    const { interactions, responses } = this.#backstage;
    const { status, body } = await endpoint.post(interaction);
    if (status === 202 || status === 204) return undefined;
    if (status !== 200 || !isObject(body)) return { isAnswered: false, status };
    try {
      const open = interactions.toAnswer(interaction.id, interaction.token);
      responses.first(open, { json: body, files: new Map() }, status);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return { isAnswered: false, status, refusal: `${error.code}: ${error.message}` };
    }
  }

  #payload({ type, data, user, room, source }: Act): Interaction {
    const { ids, applicationId, world } = this.#backstage;
    const place = room.guild
      ? {
          guild: { id: room.guild.id, features: [], locale: 'en-US' },
          guild_id: room.guild.id,
          guild_locale: 'en-US',
          member: { ...world.member(user), permissions: ALL_PERMISSIONS },
          authorizing_integration_owners: { 0: room.guild.id },
          context: 0,
        }
      : { user, authorizing_integration_owners: { 0: '0' }, context: 1 };
    return {
      id: ids.next(),
      application_id: applicationId,
      type,
      token: newToken(),
      version: 1,
      data,
      channel_id: room.channel.id,
      channel: room.channel,
      locale: 'en-US',
      app_permissions: ALL_PERMISSIONS,
      attachment_size_limit: 10 * 1024 * 1024,
      entitlements: [],
      entitlement_sku_ids: [],
      ...place,
      ...(source ? { message: source } : {}),
    };
  }
}

function newToken(): string {
  return randomBytes(48).toString('base64url');
}
