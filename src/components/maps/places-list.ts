import { element } from '../base/element.ts';
import { tableNode } from '../cards/table.ts';
import type { Words } from '../words/words.ts';
import { boxOf, type MapFeature, type MapState, type MapView } from './map-state.ts';
import { placeName } from './place-name.ts';

const MAX_ROWS = 200;

/** What a map shows, in words and figures. Layers that are hidden are left out, as on the map. */
export function placesList({ layers, located, view }: MapState, words: Words): Node[] {
  const shown = layers.filter(({ style }) => style.visible !== false);
  const rows = shown.flatMap(({ name, label = name, features }) =>
    features.map((feature) => {
      const isLocated = located?.layer === name && located.ids.includes(String(feature.id));
      return [label, placeName(feature), ...middleOf(feature).map(degrees), isLocated ? `✓ ${words('located')}` : ''];
    }),
  );
  const headers = [words('layer'), words('place'), words('latitude'), words('longitude'), ''];
  const leftOut = rows.length - MAX_ROWS;
  return [
    ...(view ? [element('p', { class: 'quiet' }, viewWords(view, words))] : []),
    ...(rows.length > 0 ? [tableNode({ caption: words('map'), headers, rows: rows.slice(0, MAX_ROWS) })] : []),
    ...(leftOut > 0 ? [element('p', { class: 'quiet' }, words('places_left_out', { places: leftOut }))] : []),
  ];
}

function middleOf(feature: MapFeature): [lat: number, lon: number] {
  const [west, south, east, north] = boxOf([feature]) ?? [0, 0, 0, 0];
  return [(south + north) / 2, (west + east) / 2];
}

function viewWords(view: MapView, words: Words): string {
  if (view.type === 'center') {
    return words('map_view_center', { lat: degrees(view.lat), lon: degrees(view.lon), zoom: view.zoom });
  }
  const [west, south, east, north] = view.box.map(degrees) as [string, string, string, string];
  return words('map_view_box', { west, south, east, north });
}

function degrees(value: number): string {
  return `${Number(value.toFixed(5))}°`;
}
