/** Whoever asks for more is asked again after an hour. */
const LONGEST_MS = 3_600_000;

/** How long a `Retry-After` asks to wait, at most an hour: seconds, or a date. Nothing for anything else. RFC 9110, 10.2.3. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const askedMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(askedMs) ? undefined : Math.min(LONGEST_MS, Math.max(0, askedMs));
}
