import { z } from 'zod';

/** Junctions in one payload. At a hundred bytes each, far below its 5 MB. */
const MAX_JUNCTIONS = 20_000;

/** Longitude, latitude, and a height that is left out. */
const position = z
  .array(z.number())
  .min(2)
  .max(3)
  .refine(([longitude = 181]) => Math.abs(longitude) <= 180, { error: 'a longitude beyond 180 degrees' })
  .refine(([, latitude = 91]) => Math.abs(latitude) <= 90, { error: 'a latitude beyond 90 degrees' })
  .transform(([longitude = 0, latitude = 0]): [number, number] => [longitude, latitude]);

/** Members that are not named here are left out. */
const junction = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string().min(1).max(128), z.int()]),
  geometry: z.object({ type: z.literal('Point'), coordinates: position }),
  properties: z
    .object({ label: z.string().max(200).exactOptional() })
    .nullish()
    .transform((properties) => properties ?? {}),
});

/** What stands behind the `render_ref` of `render_junctions`: GeoJSON (RFC 7946) of points with an id and maybe a label, nothing else. */
export const junctionsPayload = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(junction).min(1).max(MAX_JUNCTIONS),
});

export type JunctionsPayload = z.infer<typeof junctionsPayload>;
