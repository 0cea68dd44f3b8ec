import type { z } from 'zod';
import { BridgeError } from '../protocol/errors.ts';
import { schemaFaults } from '../protocol/schema-faults.ts';

/** Parses a body with its schema. Throws `body_invalid` naming the first wrong places, without their content. */
export function validated<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new BridgeError('body_invalid', `The body is not as it must be. ${schemaFaults(parsed.error).join('; ')}`);
}
