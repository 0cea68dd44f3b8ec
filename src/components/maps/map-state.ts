import type { MapAction } from '../../client/agent-ui/map-action.ts';
import type { Junction, MapBox } from '../../client/agent-ui/map-place.ts';

/** A line, a point or an area, as GeoJSON has it (RFC 7946). */
export interface MapFeature {
  type: 'Feature';
  id: string | number;
  geometry: { type: string; coordinates: unknown };
  properties?: Readonly<Record<string, unknown>> | null;
}

/** A layer that a page registers. Actions may only name these, and `junctions`. */
export interface MapLayer {
  name: string;
  /** What people read; default its name. */
  label?: string;
  features: readonly MapFeature[];
}

export interface LayerStyle {
  color?: string;
  width?: number;
  opacity?: number;
  visible?: boolean;
}

export type MapView = { type: 'box'; box: MapBox } | { type: 'center'; lon: number; lat: number; zoom: number };

/** All that a map shows. Replaced as a whole: an action is done wholly, or it leaves the one before. */
export interface MapState {
  layers: readonly (MapLayer & { style: LayerStyle })[];
  located?: { layer: string; ids: readonly string[] };
  view?: MapView;
}

export const EMPTY_MAP: MapState = { layers: [] };

/** The layer that `render_junctions` fills. */
export const JUNCTIONS = 'junctions';

/**
 * The state behind an action that was checked for its form. Nothing when it does not fit this map: a layer that is not
 * registered, or features of which none is there.
 */
export function afterAction(state: MapState, action: Exclude<MapAction, { type: 'junctions' }>): MapState | undefined {
  switch (action.type) {
    case 'zoom':
      return { ...state, view: { type: 'box', box: action.box } };
    case 'center':
      return { ...state, view: { type: 'center', ...action.center, zoom: action.zoom } };
    case 'style': {
      const { layer: name, style } = action;
      if (!state.layers.some((layer) => layer.name === name)) return undefined;
      const layers = state.layers.map((layer) =>
        layer.name === name ? { ...layer, style: { ...layer.style, ...(style as LayerStyle) } } : layer,
      );
      return { ...state, layers };
    }
    case 'locate': {
      const { layer: name, ids } = action;
      const layer = state.layers.find((known) => known.name === name);
      const found = layer?.features.filter(({ id }) => ids.includes(String(id))) ?? [];
      const box = boxOf(found);
      if (!box) return undefined;
      return { ...state, located: { layer: name, ids: found.map(({ id }) => String(id)) }, view: { type: 'box', box } };
    }
    default:
      return action satisfies never;
  }
}

/** The state with these junctions in the place of those before, and all of them in view. */
export function withJunctions(state: MapState, junctions: readonly Junction[], label: string): MapState {
  const features = junctions.map(({ id, lon, lat, label: name }): MapFeature => {
    const properties = name === undefined ? {} : { label: name };
    return { type: 'Feature', id, geometry: { type: 'Point', coordinates: [lon, lat] }, properties };
  });
  const next = withLayer(state, { name: JUNCTIONS, label, features });
  const box = boxOf(features);
  return box ? { ...next, view: { type: 'box', box } } : next;
}

/** The state with a layer in the place of the one of that name, whose style stays. */
export function withLayer(state: MapState, layer: MapLayer): MapState {
  const known = state.layers.find(({ name }) => name === layer.name);
  const styled = { ...layer, style: known?.style ?? {} };
  const layers = known ? state.layers.map((each) => (each === known ? styled : each)) : [...state.layers, styled];
  return { ...state, layers };
}

/** The box around features. Nothing for none. It does not look for a shorter way over the antimeridian. */
export function boxOf(features: readonly MapFeature[]): MapBox | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry } of features) {
    for (const [lon, lat] of positionsIn(geometry.coordinates)) {
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  return west <= east ? [west, south, east, north] : undefined;
}

function* positionsIn(coordinates: unknown): Generator<[number, number]> {
  if (!Array.isArray(coordinates)) return;
  const [lon, lat] = coordinates as unknown[];
  if (typeof lon === 'number' && typeof lat === 'number') yield [lon, lat];
  else for (const part of coordinates as unknown[]) yield* positionsIn(part);
}
