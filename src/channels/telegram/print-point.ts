import { isOnMap, type MapPoint } from '../../protocol/map-point.ts';
import type { Loose } from './loose.ts';

/** The one delivery of a point: `{method: "sendLocation", chat_id, message_thread_id?, latitude, longitude}`. */
export function printPoint(
  { latitude, longitude }: MapPoint,
  { chat_id, message_thread_id }: Readonly<Record<string, unknown>>,
): Loose {
  const thread = message_thread_id === undefined ? {} : { message_thread_id };
  return { method: 'sendLocation', chat_id, ...thread, latitude, longitude };
}

/** The point of a payload that `printPoint` made. Nothing for any other. */
export function pointIn({ method, latitude, longitude }: Loose): MapPoint | undefined {
  if (method !== 'sendLocation' || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return isOnMap({ latitude, longitude }) ? { latitude, longitude } : undefined;
}
