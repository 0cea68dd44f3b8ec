import { z } from 'zod';
import { BLOB_REF } from '../../blob-store.ts';

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const layerName = z.string().min(1).max(128);

const bounds = z
  .strictObject({
    bbox: z.tuple([longitude, latitude, longitude, latitude]).describe('West, south, east, north, in degrees.'),
    crosses_antimeridian: z.literal(true).describe('West is east of east: the box goes over 180°.').exactOptional(),
  })
  .superRefine(({ bbox: [west, south, east, north], crosses_antimeridian }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['bbox'], message });
    if (south >= north) refuse('south is not less than north');
    if (crosses_antimeridian ? west <= east : west >= east) {
      refuse(
        crosses_antimeridian
          ? 'a box over the antimeridian has its west east of its east'
          : 'west is not less than east',
      );
    }
  });

const centre = z.strictObject({
  center: z.tuple([longitude, latitude]).describe('Longitude, latitude, in degrees.'),
  zoom: z.number().min(0).max(24),
});

/** 0 to 255. */
const BYTE = String.raw`(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])`;
const COLOR = new RegExp(
  String.raw`^(?:#(?:[\da-fA-F]{3}|[\da-fA-F]{6}|[\da-fA-F]{8})|rgb\(${BYTE}, ?${BYTE}, ?${BYTE}\))$`,
);
const color = z.string().max(32).regex(COLOR, { error: 'no colour like #1e88e5 or rgb(30, 136, 229)' });

const style = z
  .strictObject({
    color: color.exactOptional(),
    width: z.number().min(0).max(50).describe('Pixels.').exactOptional(),
    opacity: z.number().min(0).max(1).exactOptional(),
    visible: z.boolean().exactOptional(),
  })
  .refine((given) => Object.keys(given).length > 0, { error: 'nothing to change' });

export const locateFeatures = z.strictObject({
  layer: layerName,
  ids: z
    .array(z.union([z.string().min(1).max(128), z.int()]))
    .min(1)
    .max(500),
});
export const zoomToMap = z.union([centre, bounds]);
export const renderJunctions = z.strictObject({
  render_ref: z.string().regex(BLOB_REF, { error: 'no render_ref: 22 to 64 letters, digits, "_" and "-"' }),
});

/** The style of a layer of the client's map. No expressions, no URLs. */
export const anyLayerStyle = z.strictObject({ layer: layerName, style });

/** The same, only of layers that are registered. */
export function applyLayerStyle(layers: readonly string[]) {
  const layer = z.string().refine((name) => layers.includes(name), { error: 'no registered layer of the map' });
  return z.strictObject({ layer: layer.meta({ enum: [...layers] }), style });
}

/** What may be done on the map, by name. Without a registered layer there is none whose style could be changed. */
export function mapActions(layers: readonly string[]): ReadonlyMap<string, z.ZodType> {
  const actions = new Map<string, z.ZodType>([
    ['locate_features', locateFeatures],
    ['zoom_to_map', zoomToMap],
    ['render_junctions', renderJunctions],
  ]);
  if (layers.length > 0) actions.set('apply_layer_style', applyLayerStyle(layers));
  return actions;
}
