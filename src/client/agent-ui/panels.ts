import { hasOnly, objectOf } from '../json.ts';

/** Readings of some devices over a time. */
export interface HistoryPanel {
  deviceIds: readonly string[];
  startMs: number;
  endMs: number;
  metric?: string;
}

/** Some devices as they are now. */
export interface ScadaPanel {
  deviceIds: readonly string[];
  title?: string;
}

const MAX_DEVICES = 50;
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The props of a `HistoryPanel`. Nothing when they are not exactly its own. */
export function readHistoryPanel(props: unknown): HistoryPanel | undefined {
  const given = objectOf(props);
  if (!given || !hasOnly(given, ['device_ids', 'start_time', 'end_time', 'metric'])) return undefined;
  const deviceIds = devicesIn(given.device_ids);
  const startMs = instantMs(given.start_time);
  const endMs = instantMs(given.end_time);
  const { metric } = given;
  if (!deviceIds || startMs === undefined || endMs === undefined || startMs >= endMs) return undefined;
  if (metric !== undefined && typeof metric !== 'string') return undefined;
  return { deviceIds, startMs, endMs, ...(metric !== undefined && { metric }) };
}

/** The props of a `ScadaPanel`. Nothing when they are not exactly its own. */
export function readScadaPanel(props: unknown): ScadaPanel | undefined {
  const given = objectOf(props);
  if (!given || !hasOnly(given, ['device_ids', 'title'])) return undefined;
  const deviceIds = devicesIn(given.device_ids);
  const { title } = given;
  if (!deviceIds || (title !== undefined && typeof title !== 'string')) return undefined;
  return { deviceIds, ...(title !== undefined && { title }) };
}

function devicesIn(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_DEVICES) return undefined;
  return value.every((id) => typeof id === 'string' && id !== '') ? (value as string[]) : undefined;
}

/** Unix time of an ISO 8601 instant with an offset. `Date` would take the 30th of February for the 2nd of March. */
function instantMs(value: unknown): number | undefined {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const unixMs = Date.parse(value as string);
  return Number.isNaN(unixMs) ? undefined : unixMs;
}
