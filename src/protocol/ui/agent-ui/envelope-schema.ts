import { z } from 'zod';
import { harmInJson } from '../plain-json.ts';
import {
  CHART_GRAMMAR,
  CHART_SURFACES,
  COMPONENT_SURFACES,
  ENVELOPE_SCHEMA_VERSION,
  MAX_ENVELOPE_BYTES,
  MAX_FALLBACK_CHARS,
  type UiEnvelope,
} from '../ui-envelope.ts';

/** Deepest nesting of an envelope: a component's props may be deeper than a chart. */
const MAX_DEPTH = 32;

const required = z.unknown().refine((value) => value !== undefined, { error: 'missing' });

const base = {
  schemaVersion: z.literal(ENVELOPE_SCHEMA_VERSION),
  fallbackText: z.string().max(MAX_FALLBACK_CHARS).exactOptional(),
};

const shape = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('registered_component'),
    surface: z.enum(COMPONENT_SURFACES),
    component: z.string().min(1).max(64),
    props: required,
    data: z.unknown().optional(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('chart'),
    surface: z.enum(CHART_SURFACES),
    grammar: z.literal(CHART_GRAMMAR),
    spec: required,
    data: required,
  }),
  z.strictObject({
    ...base,
    kind: z.literal('map_action'),
    surface: z.literal('map_overlay'),
    action: z.string().min(1).max(64),
    params: required,
  }),
]);

/**
 * An envelope of `agent-ui@1` by its form: which kinds, on which surfaces, no other keys, no key of a prototype at any
 * depth. What is in it (the chart, the props, the params) has checks of its own.
 */
export const envelopeSchema: z.ZodType<UiEnvelope> = z
  .unknown()
  .superRefine((value, context) => {
    const harm = harmInJson(value, { maxDepth: MAX_DEPTH, maxNodes: MAX_ENVELOPE_BYTES });
    if (harm !== undefined) context.addIssue({ code: 'custom', message: `the envelope ${harm}` });
  })
  .pipe(shape);
