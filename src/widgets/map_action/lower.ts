import type { Affordance } from '../../protocol/affordance.ts';
import type { MapPoint } from '../../protocol/map-point.ts';
import { plainLine, plainText } from '../../protocol/plain-text.ts';
import type { MapActionWidget } from './schema.ts';

/** More ids are no reading matter. */
const MAX_NAMED = 20;

export function lowerMapAction(widget: MapActionWidget): Affordance[] {
  const point = pointOf(widget);
  const isPlaceOnly = point !== undefined && widget.action === 'zoom_to_map' && !widget.fallbackText;
  // Whoever prints a place writes its degrees as well.
  const text = isPlaceOnly ? 'On the map:' : mapActionInWords(widget);
  return [{ type: 'note', widgetId: widget.id, text, ...(point && { point }) }];
}

export function mapActionInWords(widget: MapActionWidget): string {
  return plainText(widget.fallbackText ?? '') || wordsOf(widget);
}

function wordsOf(widget: MapActionWidget): string {
  switch (widget.action) {
    case 'zoom_to_map': {
      const { params } = widget;
      if ('center' in params) return `On the map: ${placeOf(params.center)}.`;
      const [west, south, east, north] = params.bbox;
      return `On the map: from ${placeOf([west, south])} to ${placeOf([east, north])}.`;
    }
    case 'locate_features': {
      const { layer, ids } = widget.params;
      const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
      const named = ids.slice(0, MAX_NAMED).map((id) => plainLine(String(id)));
      return `On the map, in ${plainLine(layer)}: ${named.join(', ')}${more}.`;
    }
    case 'render_junctions': {
      const { count } = widget.junctions ?? {};
      if (count === undefined) return 'Junctions are marked on the map in the web application.';
      if (count === 1) return 'On the map: one junction.';
      return 'render_ref' in widget.params
        ? `${count} junctions are marked on the map in the web application.`
        : `${count} junctions, which only a map can show.`;
    }
    case 'apply_layer_style':
      return `The layer ${plainLine(widget.params.layer)} is drawn in another way on the map in the web application.`;
    default:
      return widget satisfies never;
  }
}

/** The one place that is meant. */
function pointOf(widget: MapActionWidget): MapPoint | undefined {
  if (widget.action === 'render_junctions') return mapPoint(widget.junctions?.point);
  return widget.action === 'zoom_to_map' && 'center' in widget.params ? mapPoint(widget.params.center) : undefined;
}

function mapPoint(position: readonly [number, number] | undefined): MapPoint | undefined {
  return position && { latitude: position[1], longitude: position[0] };
}

/** As people write it: latitude first. */
function placeOf([longitude, latitude]: readonly [number, number]): string {
  return `${latitude}, ${longitude}`;
}
