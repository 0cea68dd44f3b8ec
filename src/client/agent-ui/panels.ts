import { instantOf } from '../../protocol/ui/agent-ui/instant.ts';
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
const MAX_SPAN_MS = 366 * 24 * 3_600_000;

/** The props of a `HistoryPanel`. Nothing when they are not exactly its own. */
export function readHistoryPanel(props: unknown): HistoryPanel | undefined {
  const given = objectOf(props);
  if (!given || !hasOnly(given, ['device_ids', 'start_time', 'end_time', 'metric'])) return undefined;
  const deviceIds = devicesIn(given.device_ids);
  const startMs = instantMs(given.start_time);
  const endMs = instantMs(given.end_time);
  const { metric } = given;
  if (!deviceIds || startMs === undefined || endMs === undefined) return undefined;
  if (startMs >= endMs || endMs - startMs > MAX_SPAN_MS) return undefined;
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

function instantMs(value: unknown): number | undefined {
  return typeof value === 'string' ? instantOf(value) : undefined;
}
