/** What became of an envelope on the person's screen. */
export const RENDER_STATUSES = ['pending', 'rendered', 'fallback', 'error'] as const;

export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** Longest text of an error, characters. */
export const MAX_RENDER_ERROR_CHARS = 500;

/** What a client says about an envelope of a turn. */
export interface RenderReport {
  turnId: string;
  envelopeId: string;
  status: Exclude<RenderStatus, 'pending'>;
  /** What went wrong, in the client's words; with the status `error` only. */
  error?: string;
}

/** How envelopes were shown, kept with their turns and gone with them. */
export interface RenderStatuses {
  /**
   * Keeps the first report of an envelope, and after an `error` that it was `rendered` all the same. Every other report
   * is ignored, as is one about a turn that is not there any more. Whoever reports knows that the turn has the envelope.
   */
  keep(report: RenderReport): Promise<void>;
  /** What was reported of these turns, in no order. */
  of(turnIds: readonly string[]): Promise<RenderReport[]>;
}
