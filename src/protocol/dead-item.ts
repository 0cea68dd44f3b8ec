/** A turn or a delivery that was set aside. */
export interface DeadItem {
  kind: 'turn' | 'delivery';
  id: string;
  turnId: string;
  channel: string;
  conversation: string;
  attempt: number;
  reason: string;
  /** Unix milliseconds; when it was set aside. */
  diedAtMs: number;
}

/** A page of dead items, latest first. */
export interface DeadPage {
  items: DeadItem[];
  /** Gives the next page; absent on the last one. */
  cursor?: string;
}
