import type { Inbound } from '../../protocol/inbound.ts';
import type { BotIdentity } from './mention.ts';
import type { Rows } from './toggles.ts';

/** How updates are read: as whom, and what of a group is heard. */
export interface Reading {
  bot: BotIdentity;
  groups: 'mention' | 'all';
  /** Keyboard of the pressed message, where it is known to be newer than the one that the update shows. */
  keyboard?: Rows | undefined;
}

/** An inbound without the parts that are the same for every kind of update. */
export type Arrival = Omit<Inbound, 'dedupeKey' | 'raw'>;
