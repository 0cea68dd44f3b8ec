import { objectOf } from '../json.ts';

/** A point, in degrees. */
export interface MapPoint {
  lon: number;
  lat: number;
}

/** West, south, east, north; `west` is greater than `east` where it crosses the antimeridian. */
export type MapBox = readonly [west: number, south: number, east: number, north: number];

/** `[longitude, latitude]`, in range. */
export function pointIn(value: unknown): MapPoint | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [lon, lat] = value as unknown[];
  return isWithin(lon, 180) && isWithin(lat, 90) ? { lon, lat } : undefined;
}

/** `[west, south, east, north]`, in range. */
export function boxIn(value: unknown, { crossesAntimeridian }: { crossesAntimeridian: boolean }): MapBox | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const [west, south, east, north] = value as unknown[];
  if (!isWithin(west, 180) || !isWithin(east, 180) || !isWithin(south, 90) || !isWithin(north, 90)) return undefined;
  const isOrdered = crossesAntimeridian ? west > east : west < east;
  return isOrdered && south < north ? [west, south, east, north] : undefined;
}

function isWithin(value: unknown, max: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= max;
}

/** A junction on a map. */
export interface Junction extends MapPoint {
  id: string;
  label?: string;
}

const MAX_JUNCTIONS = 20_000;
const MAX_ID_CHARS = 128;
const MAX_LABEL_CHARS = 200;

/**
 * The junctions of a payload behind a `render_ref`: a GeoJSON collection of points with ids. Nothing when any of it is
 * not so: a map is changed by all of a payload or by none of it.
 */
export function junctionsIn(payload: unknown): Junction[] | undefined {
  const { type, features } = objectOf(payload) ?? {};
  if (type !== 'FeatureCollection' || !Array.isArray(features) || features.length > MAX_JUNCTIONS) return undefined;
  const junctions: Junction[] = [];
  for (const feature of features) {
    const junction = junctionIn(feature);
    if (!junction) return undefined;
    junctions.push(junction);
  }
  return junctions;
}

function junctionIn(feature: unknown): Junction | undefined {
  const { type, id, geometry, properties } = objectOf(feature) ?? {};
  const shape = objectOf(geometry);
  // GeoJSON (RFC 7946, 3.1.1) may have a height behind longitude and latitude.
  const [lon, lat, ...heights] = Array.isArray(shape?.coordinates) ? (shape.coordinates as unknown[]) : [];
  const isPoint = shape?.type === 'Point' && heights.length <= 1 && heights.every(Number.isFinite);
  const point = isPoint ? pointIn([lon, lat]) : undefined;
  const { label } = objectOf(properties) ?? {};
  if (type !== 'Feature' || !point || !isId(id)) return undefined;
  if (label !== undefined && (typeof label !== 'string' || label.length > MAX_LABEL_CHARS)) return undefined;
  return { ...point, id: String(id), ...(label !== undefined && { label }) };
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' ? id !== '' && id.length <= MAX_ID_CHARS : Number.isSafeInteger(id);
}
