import type { MapFeature } from './map-state.ts';

/** What people read of a feature: its label, with the id that tells it from others. */
export function placeName({ id, properties }: MapFeature): string {
  const label = properties?.label;
  return typeof label === 'string' && label !== '' ? `${label} (${id})` : String(id);
}
