import type { Inbound } from '../../protocol/inbound.ts';

/** How events are read: what is heard, and as whom. */
export interface Reading {
  groups: 'mention' | 'all';
  /** Bots that are heard, by user or webhook id. */
  bots: readonly string[];
  /** The bot's own user id, once it is known. */
  ownId: string | undefined;
  /** Whether a role is the bot's own: Discord makes one of its name in every server, and people pick that by mistake. */
  isOwnRole(roleId: string): boolean;
  /** Whether the bot takes part in a thread. */
  isOwnThread(channelId: string): boolean;
}

/** An inbound without the parts that are the same for every kind of event. */
export type Arrival = Omit<Inbound, 'raw'>;
