import { z } from 'zod';
import { COMPONENT_SURFACES, MAX_FALLBACK_CHARS } from '../../protocol/ui/ui-envelope.ts';

/** Which components there are, and what props they take, the registry knows. */
export const registeredComponentSchema = z.looseObject({
  type: z.literal('registered_component'),
  id: z.string().min(1),
  surface: z.enum(COMPONENT_SURFACES),
  component: z.string().min(1).max(64),
  props: z.record(z.string(), z.unknown()),
  fallbackText: z.string().max(MAX_FALLBACK_CHARS).exactOptional(),
});

export type RegisteredComponentWidget = z.infer<typeof registeredComponentSchema>;
