/**
 * Channels whose platform has asked the whole app to wait. The store holds the lane that was told; this holds the other
 * lanes of the channel. It is kept in memory: another process, or the next one, asks once and is told the same.
 */
export class ChannelHolds {
  readonly #holds = new Map<string, { setAtMs: number; untilMs: number }>();

  hold(channel: string, { nowMs, untilMs }: { nowMs: number; untilMs: number }): void {
    const earlierMs = this.untilMs(channel, nowMs) ?? untilMs;
    this.#holds.set(channel, { setAtMs: nowMs, untilMs: Math.max(earlierMs, untilMs) });
  }

  /** Unix milliseconds until which nothing may be sent. Nothing when the channel is free. */
  untilMs(channel: string, nowMs: number): number | undefined {
    const hold = this.#holds.get(channel);
    // A clock that runs before the hold was set back, perhaps by hours: nobody waits for that.
    if (hold && nowMs >= hold.setAtMs && nowMs < hold.untilMs) return hold.untilMs;
    this.#holds.delete(channel);
    return undefined;
  }
}
