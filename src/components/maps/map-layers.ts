import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { LayerStyle, MapLayer, MapState } from './map-state.ts';

export interface MapColors {
  accent: string;
  /** Of what was looked for. */
  located: string;
  /** Around points, so that they stand apart. */
  edge: string;
}

/** The name of a layer's source in MapLibre: no name of ours can be one of its own. */
export function sourceOf(layerName: string): string {
  return `layer:${layerName}`;
}

/** How a layer is drawn: areas below lines below points, and on top what was looked for. No style of others is in it. */
export function layersOf(
  { name, style }: MapLayer & { style: LayerStyle },
  located: MapState['located'],
  colors: MapColors,
): LayerSpecification[] {
  if (style.visible === false) return [];
  const source = sourceOf(name);
  const ids = located?.layer === name ? located.ids : [];
  const isLocated: ExpressionSpecification = ['in', ['get', 'id'], ['literal', [...ids]]];
  const color: ExpressionSpecification = ['case', isLocated, colors.located, style.color ?? colors.accent];
  const { width = 3, opacity = 1 } = style;
  return [
    {
      id: `${source}:area`,
      type: 'fill',
      source,
      filter: geometryIn('Polygon', 'MultiPolygon'),
      paint: { 'fill-color': color, 'fill-opacity': opacity * 0.35 },
    },
    {
      id: `${source}:line`,
      type: 'line',
      source,
      filter: geometryIn('LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': width, 'line-opacity': opacity },
    },
    {
      id: `${source}:point`,
      type: 'circle',
      source,
      filter: geometryIn('Point', 'MultiPoint'),
      paint: {
        'circle-color': color,
        'circle-radius': ['case', isLocated, width + 5, width + 2],
        'circle-opacity': opacity,
        'circle-stroke-color': colors.edge,
        'circle-stroke-width': 1.5,
      },
    },
  ];
}

function geometryIn(...types: string[]): ExpressionSpecification {
  return ['in', ['geometry-type'], ['literal', types]];
}
