import { z } from 'zod';
import { anyLayerStyle, locateFeatures, renderJunctions, zoomToMap } from '../../protocol/ui/agent-ui/map-actions.ts';
import { MAX_FALLBACK_CHARS } from '../../protocol/ui/ui-envelope.ts';

const common = {
  type: z.literal('map_action'),
  id: z.string().min(1),
  surface: z.literal('map_overlay'),
  fallbackText: z.string().max(MAX_FALLBACK_CHARS).exactOptional(),
};

/** What came with a result, behind the reference where there is one. */
const junctions = z.strictObject({
  count: z.int().min(1),
  point: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).exactOptional(),
});

export const mapActionSchema = z.discriminatedUnion('action', [
  z.looseObject({ ...common, action: z.literal('locate_features'), params: locateFeatures }),
  z.looseObject({ ...common, action: z.literal('zoom_to_map'), params: zoomToMap }),
  z.looseObject({ ...common, action: z.literal('apply_layer_style'), params: anyLayerStyle }),
  z.looseObject({
    ...common,
    action: z.literal('render_junctions'),
    // Where nobody could fetch them, they are kept nowhere.
    params: z.union([renderJunctions, z.strictObject({})]),
    junctions: junctions.exactOptional(),
  }),
]);

export type MapActionWidget = z.infer<typeof mapActionSchema>;
