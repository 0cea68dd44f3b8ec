import { z } from 'zod';
import type { GatewayEvent } from './wire.ts';

/** How many threads and roles are remembered of each; one that is forgotten wants a mention by name again. */
const MAX_REMEMBERED = 10_000;

const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const role = z.looseObject({ id: z.string(), tags: maybe(z.looseObject({ bot_id: maybe(z.string()) })) });
const thread = z.looseObject({ id: z.string(), owner_id: maybe(z.string()), member: z.unknown().optional() });
const ready = z.looseObject({ user: z.looseObject({ id: z.string() }) });
const guild = z.looseObject({ roles: maybe(z.array(role)), threads: maybe(z.array(thread)) });
const guildRole = z.looseObject({ role });

/**
 * Who the bot is and where it takes part, by what the gateway tells: its user, its role in each server, and the threads
 * that it is in. Discord keeps the last, so a restart forgets none of them.
 */
export class Whereabouts {
  #ownId: string | undefined;
  readonly #ownRoles = new Set<string>();
  readonly #threads = new Set<string>();

  get ownId(): string | undefined {
    return this.#ownId;
  }

  isOwnRole(roleId: string): boolean {
    return this.#ownRoles.has(roleId);
  }

  isOwnThread(channelId: string): boolean {
    return this.#threads.has(channelId);
  }

  /** The bot was heard there, or wrote there. */
  joinThread(channelId: string): void {
    remember(this.#threads, channelId);
  }

  learn({ t, d }: GatewayEvent): void {
    switch (t) {
      case 'READY':
        this.#ownId = ready.safeParse(d).data?.user.id ?? this.#ownId;
        return;
      case 'GUILD_CREATE': {
        const { roles = [], threads = [] } = guild.safeParse(d).data ?? {};
        for (const one of roles) this.#learnRole(one);
        for (const one of threads) this.#learnThread(one);
        return;
      }
      case 'GUILD_ROLE_CREATE': {
        const created = guildRole.safeParse(d).data?.role;
        if (created) this.#learnRole(created);
        return;
      }
      case 'THREAD_CREATE': {
        const created = thread.safeParse(d).data;
        if (created) this.#learnThread(created);
        return;
      }
      default:
    }
  }

  #learnRole({ id, tags }: z.infer<typeof role>): void {
    if (tags?.bot_id !== undefined && tags.bot_id === this.#ownId) remember(this.#ownRoles, id);
  }

  #learnThread({ id, owner_id, member }: z.infer<typeof thread>): void {
    // Discord adds `member` where the bot itself is in the thread.
    if ((member !== undefined && member !== null) || (owner_id !== undefined && owner_id === this.#ownId)) {
      this.joinThread(id);
    }
  }
}

function remember(ids: Set<string>, id: string): void {
  ids.delete(id);
  ids.add(id);
  const [oldest] = ids;
  if (oldest !== undefined && ids.size > MAX_REMEMBERED) ids.delete(oldest);
}
