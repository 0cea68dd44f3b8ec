import type { Inbound } from '../../protocol/channel.ts';
import type { BotIdentity } from './mention.ts';

/** How updates are read: as whom, and what of a group is heard. */
export interface Reading {
  bot: BotIdentity;
  groups: 'mention' | 'all';
}

/** An inbound without the parts that are the same for every kind of update. */
export type Arrival = Omit<Inbound, 'dedupeKey' | 'raw'>;
