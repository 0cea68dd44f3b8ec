import { z } from 'zod';

/** The JSON Schema (2020-12) of what a zod schema takes. */
export function jsonSchemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const {
    $schema: _,
    '~standard': __,
    ...written
  } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
  return written;
}
