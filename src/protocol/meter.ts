/** What the pipeline counts. Every label has a small closed set of values. */
export interface Meter {
  /** An inbound was journalled, or seen before, or held nothing for an agent. */
  received(channel: string, status: 'accepted' | 'duplicate' | 'ignored'): void;
  /** A message was not run, for this reason. */
  refused(channel: string, reason: string): void;
  /** A press was answered with this toast. */
  pressed(channel: string, toast: string): void;
  /** A turn ended; `elapsedMs` runs from its arrival. */
  turnEnded(channel: string, state: 'done' | 'dead', elapsedMs: number): void;
  /** Work ended under a claim that was no longer its own: it was stopped, erased, or another process took it over. */
  claimLost(kind: 'turn' | 'delivery'): void;
  widgetEmitted(type: string): void;
  /** One attempt to deliver ended this way. */
  deliveryTried(channel: string, outcome: string): void;
}
