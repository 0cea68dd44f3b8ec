import type { Inbound } from '../../protocol/inbound.ts';

/** How payloads are read: what is heard, and as whom. */
export interface Reading {
  groups: 'mention' | 'all';
  openThreads: boolean;
  /** Bots that are heard, by bot or user id. */
  bots: readonly string[];
  /** User ids of this app in all its workspaces, as far as they are known. */
  ownIds: readonly string[];
  /** What stands as `team` in an address: nothing where there is one workspace only. */
  teamOf(ids: readonly (string | undefined)[]): string | undefined;
}

/** A payload that is read, and how the app comes to hear it. */
export interface Heard {
  inbound: Inbound;
  /** Said in a thread to nobody in particular: for the app only where it takes part. */
  isOverheard: boolean;
}

/** An inbound without the parts that are the same for every kind of payload. */
export type Arrival = Omit<Inbound, 'raw'>;
