const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2}))$/;

/**
 * An instant as ISO 8601 with its offset (`Z` or `+02:00`), in epoch milliseconds; nothing for what is none. The day
 * must be in the calendar: `Date.parse` takes the 30th of February for the 2nd of March.
 */
export function instantOf(text: string): number | undefined {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = match
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part))) as [number, ...number[]];
  if (isOver(hour, 23) || isOver(minute, 59) || isOver(second, 59)) return undefined;
  // The furthest offset in use is +14:00.
  if (isOver(offsetHour, 14) || isOver(offsetMinute, 59)) return undefined;
  const date = new Date(Date.UTC(year, (month ?? 0) - 1, day));
  date.setUTCFullYear(year);
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) return undefined;
  const parsed = Date.parse(text);
  return Number.isFinite(parsed) ? parsed : undefined;
}

function isOver(value: number | undefined, max: number): boolean {
  return (value ?? 0) > max;
}
