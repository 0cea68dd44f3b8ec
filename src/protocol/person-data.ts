import type { DeliveryState } from './delivery-state.ts';
import type { RenderReport } from './render-status.ts';
import type { Address } from './turn.ts';
import type { TurnEvent } from './turn-log.ts';

/** Who a person is to a store: an id means something in its channel only. */
export interface PersonKey {
  channel: string;
  personId: string;
}

/** Where a person can be reached. */
export interface Seat {
  channel: string;
  conversation: string;
  address: Address;
  lastSeenMs: number;
}

/** A turn of a person, or in one of their private conversations. */
export interface PersonTurn {
  turnId: string;
  channel: string;
  conversation: string;
  receivedAtMs: number;
  state: string;
  raw?: string;
  /** What was said in it, where its channel keeps a log. */
  log?: readonly TurnEvent[];
  /** How its envelopes were shown. */
  renderStatus?: readonly Omit<RenderReport, 'turnId'>[];
}

/** A blob of a person, or of one of their private conversations, as a fact: the bytes are not told. */
export interface PersonBlob {
  ref: string;
  channel: string;
  conversation: string;
  mime: string;
  /** 0 once it has expired. */
  sizeBytes: number;
  expiresAtMs: number;
}

/** What is held about a person, as plain data. */
export interface PersonExport {
  seats: Seat[];
  turns: PersonTurn[];
  deliveries: { deliveryId: string; channel: string; conversation: string; state: DeliveryState; payload: string }[];
  questions: { conversation: string; widgetId: string; prompt: string; answeredLabel?: string }[];
  blobs: PersonBlob[];
}
