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

const MAX_JUNCTIONS = 50_000;

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
  const point = shape?.type === 'Point' ? pointIn(shape.coordinates) : undefined;
  const known = objectOf(properties) ?? {};
  const name = id ?? known.id;
  if (type !== 'Feature' || !point || (typeof name !== 'string' && typeof name !== 'number')) return undefined;
  return { ...point, id: String(name), ...(typeof known.label === 'string' && { label: known.label }) };
}
