import type { DeliveryPolicies } from '../../protocol/pace.ts';
import type { Notices } from '../notices.ts';
import type { Doubts } from './instances/doubts.ts';

/** What the operations of an open store share. */
export interface StoreContext {
  /** Unix milliseconds. */
  now: () => number;
  policies: DeliveryPolicies;
  /** Whose claims they are. Another one after this instance was taken for dead. */
  instanceId: () => number;
  doubts: Doubts;
  notices: Notices;
  /** Called when the log of a turn has grown: other instances are told of it. */
  onLogged: (turnId: string) => void;
}
