import type { DeliveryState } from './delivery-state.ts';

/** A delivery to be kept: one printed message, or one edit of an earlier one. */
export interface NewDelivery {
  deliveryId: string;
  turnId: string;
  channel: string;
  conversation: string;
  /** Deliveries of one lane go out one at a time, in the order in which they were kept. A lane is of one channel. */
  lane: string;
  kind: 'send' | 'edit';
  /** The printed payload, JSON. A retry sends these very bytes. */
  payload: string;
  /** For an edit: the delivery whose message it changes. */
  targetDeliveryId?: string;
  /** Unix milliseconds; not sent any more from then on. */
  expiresAtMs: number;
  /** Unix milliseconds; it enters its lane then, behind what waits there by that time. Absent = now. */
  notBeforeMs?: number;
  /** A short-lived secret of the platform that sending it takes, e.g. an interaction's token. Gone when it is finished. */
  secret?: string;
}

/** A delivery that was claimed: its lane is held until it is settled. */
export interface DeliveryWork extends Omit<NewDelivery, 'targetDeliveryId' | 'notBeforeMs'> {
  /** Fences the claim, as with a turn. */
  epoch: number;
  /** For an edit: that of the message which it changes. */
  targetReceipt?: string;
  /** 1 on the first claim. */
  attempt: number;
}

/** A claim that is given back with what became of it. */
export interface DeliveryClaim {
  deliveryId: string;
  epoch: number;
}

/**
 * Deliveries that may go out now. `waitMs`: the next one that a limit, a hold or its own time holds back may go out in
 * so many milliseconds. Absent when nothing is held back, or when as many were given as were asked for.
 */
export interface ClaimedDeliveries {
  deliveries: DeliveryWork[];
  waitMs?: number;
}

export type Settlement =
  | { state: 'delivered'; receipt?: string }
  | { state: 'dead'; reason: string }
  /**
   * Goes out again, and nothing else of its lane before it, not before `atMs`; with `payload`, in another form; with
   * `expiresAtMs`, until then.
   */
  | { state: 'waiting'; atMs: number; reason: string; payload?: string; expiresAtMs?: number };

export interface DeliveryRecord {
  deliveryId: string;
  channel: string;
  kind: 'send' | 'edit';
  state: DeliveryState;
  payload: string;
  receipt?: string;
  reason?: string;
}
