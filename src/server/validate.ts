import type { z } from 'zod';
import { BridgeError } from '../protocol/errors.ts';

/** Parses a body with its schema. Throws `body_invalid` naming the first wrong places, without their content. */
export function validated<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const places = faultsOf(parsed.error.issues).slice(0, 3);
  throw new BridgeError('body_invalid', `The body is not as it must be. ${places.join('; ')}`);
}

function faultsOf(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The form with the fewest faults is the one that was meant.
      const closest = issue.errors.reduce((best, faults) => (faults.length < best.length ? faults : best));
      return faultsOf(closest, path);
    }
    return [path.length === 0 ? issue.message : `${path.map(String).join('.')}: ${issue.message}`];
  });
}
