import { z } from 'zod';
import type { TemplateVariables } from '../protocol/transformer.ts';

/** What somebody is told of a turn: the same words that a person would read, and the widgets themselves. */
const resultSchema = z.object({
  turn_id: z.string(),
  status: z.enum(['completed', 'failed']),
  error: z.string().exactOptional(),
  user_id: z.string().exactOptional(),
  session_id: z.string().exactOptional(),
  content: z.string(),
  ui: z.array(z.unknown()).exactOptional(),
  files: z.unknown().optional(),
  /** ISO 8601. */
  timestamp: z.string(),
});

export type Result = z.infer<typeof resultSchema>;

const transformerError = z.object({
  /** Absent where the result was to go out as it is. */
  transformer: z.string().exactOptional(),
  destination: z.string(),
  message: z.string(),
});

/**
 * What the outbox keeps of a post. No URL and no header is in it, for those hold secrets: they are made anew of the
 * destination and these variables.
 */
const postSchema = z.object({
  /** Name of its destination. */
  destination: z.string(),
  /** What the transformer made. Absent: the result goes out in the standard form. */
  body: z.unknown().optional(),
  variables: z.record(z.string(), z.unknown()).exactOptional(),
  result: resultSchema,
  /** Set when it goes to the formation's own webhook because it could not go elsewhere. */
  transformer_error: transformerError.exactOptional(),
});

export type Post = z.infer<typeof postSchema>;

/** Reads a payload of the outbox; nothing for one that is no post. */
export function readPost(payload: unknown): Post | undefined {
  return postSchema.safeParse(payload).data;
}

/** The variables that URL and headers name, and no others. */
export function variablesOf(
  variables: TemplateVariables,
  families: ReadonlySet<string>,
): Readonly<Record<string, unknown>> | undefined {
  if (families.size === 0) return undefined;
  return Object.fromEntries(Object.entries(variables).filter(([family]) => families.has(family)));
}
