import { hasOnly, type JsonObject, objectOf } from '../json.ts';
import { boxIn, type MapBox, type MapPoint, pointIn } from './map-place.ts';

/** What an action does to a map, checked. */
export type MapAction =
  | { type: 'locate'; layer: string; ids: readonly string[] }
  | { type: 'zoom'; box: MapBox }
  | { type: 'center'; center: MapPoint; zoom: number }
  | { type: 'style'; layer: string; style: Readonly<Record<string, string | number | boolean>> }
  /** What to draw is behind `GET /api/v1/agent/chat/render-ref/<ref>`. */
  | { type: 'junctions'; renderRef: string };

const MAX_IDS = 500;
const MAX_ZOOM = 24;
const RENDER_REF = /^[A-Za-z0-9_-]{22,64}$/;

/**
 * The action of this name with these params. Nothing for an action that is not known and for params that are not
 * exactly its own: all of it is checked before any of it is done.
 */
export function readMapAction(action: string, params: unknown): MapAction | undefined {
  const given = objectOf(params);
  if (!given || !Object.hasOwn(READERS, action)) return undefined;
  return READERS[action as keyof typeof READERS](given);
}

const READERS = {
  locate_features: locate,
  zoom_to_map: zoom,
  apply_layer_style: style,
  render_junctions: junctions,
};

function locate(params: JsonObject): MapAction | undefined {
  const { layer, ids } = params;
  if (!hasOnly(params, ['layer', 'ids']) || !isName(layer) || !Array.isArray(ids)) return undefined;
  if (ids.length < 1 || ids.length > MAX_IDS || !ids.every((id) => isName(id) || Number.isSafeInteger(id)))
    return undefined;
  return { type: 'locate', layer, ids: ids.map(String) };
}

function zoom(params: JsonObject): MapAction | undefined {
  if (hasOnly(params, ['bbox', 'crosses_antimeridian'])) {
    const { bbox, crosses_antimeridian: crosses } = params;
    if (crosses !== undefined && typeof crosses !== 'boolean') return undefined;
    const box = boxIn(bbox, { crossesAntimeridian: crosses === true });
    return box && { type: 'zoom', box };
  }
  const { center, zoom: level } = params;
  const point = pointIn(center);
  const isLevel = typeof level === 'number' && level >= 0 && level <= MAX_ZOOM;
  return hasOnly(params, ['center', 'zoom']) && point && isLevel
    ? { type: 'center', center: point, zoom: level }
    : undefined;
}

const COLOR = /^(?:#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})|rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\))$/i;

const STYLES: Readonly<Record<string, (value: unknown) => boolean>> = {
  color: (value) => typeof value === 'string' && COLOR.test(value),
  width: (value) => typeof value === 'number' && value >= 0 && value <= 50,
  opacity: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  visible: (value) => typeof value === 'boolean',
};

function style(params: JsonObject): MapAction | undefined {
  const { layer } = params;
  const wanted = objectOf(params.style);
  if (!hasOnly(params, ['layer', 'style']) || !isName(layer) || !wanted) return undefined;
  const isFit = Object.entries(wanted).every(([name, value]) => Object.hasOwn(STYLES, name) && STYLES[name]?.(value));
  return isFit && Object.keys(wanted).length > 0
    ? { type: 'style', layer, style: wanted as Record<string, string | number | boolean> }
    : undefined;
}

function junctions(params: JsonObject): MapAction | undefined {
  const { render_ref: renderRef } = params;
  return hasOnly(params, ['render_ref']) && typeof renderRef === 'string' && RENDER_REF.test(renderRef)
    ? { type: 'junctions', renderRef }
    : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 128;
}
