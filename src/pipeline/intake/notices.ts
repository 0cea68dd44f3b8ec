/** Remembers where a notice was given lately, so that a flood of messages does not become a flood of notices. */
export interface Notices {
  isQuiet(about: string, nowMs: number): boolean;
  /** No notice about this for so long. */
  silence(about: string, untilMs: number): void;
}

const MAX_REMEMBERED = 10_000;

export function createNotices(): Notices {
  const quietUntilMs = new Map<string, number>();
  return {
    isQuiet(about, nowMs) {
      const untilMs = quietUntilMs.get(about);
      if (untilMs === undefined) return false;
      if (nowMs < untilMs) return true;
      quietUntilMs.delete(about);
      return false;
    },
    silence(about, untilMs) {
      // Forgotten, the store is asked again; it keeps the count.
      if (quietUntilMs.size >= MAX_REMEMBERED) quietUntilMs.clear();
      quietUntilMs.set(about, untilMs);
    },
  };
}
