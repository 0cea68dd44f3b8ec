import type { MapActionWidget } from './schema.ts';

export const mapActionSample: MapActionWidget = {
  type: 'map_action',
  id: 'ui_M4pZ00mT0Zur1chAbCdEf',
  surface: 'map_overlay',
  action: 'zoom_to_map',
  params: { center: [8.5417, 47.3769], zoom: 12 },
  fallbackText: 'The pumping station is in Zürich, by the river.',
};
