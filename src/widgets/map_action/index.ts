import type { WidgetType } from '../../protocol/widget.ts';
import { lowerMapAction, mapActionInWords } from './lower.ts';
import { mapActionSample } from './sample.ts';
import { type MapActionWidget, mapActionSchema } from './schema.ts';

/** Something done on the map of a client of agent-ui; words, or a place, elsewhere. */
export const mapAction: WidgetType<MapActionWidget> = {
  type: 'map_action',
  schema: mapActionSchema,
  ledger: 'envelope',
  dialect: 'agent-ui',
  lower: lowerMapAction,
  fallback: mapActionInWords,
  sample: mapActionSample,
};
