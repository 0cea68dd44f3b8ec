import type { z } from 'zod';

/** The first faults of a value that does not fit its schema, as `place: what is wrong`. None quotes the value. */
export function schemaFaults(error: z.core.$ZodError, max = 3): string[] {
  return faultsOf(error.issues).slice(0, max);
}

function faultsOf(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The form whose keys were used is the one that was meant, then the one with the fewest faults.
      const closest = issue.errors.reduce((best, faults) => (distance(faults) < distance(best) ? faults : best));
      return faultsOf(closest, path);
    }
    const fault = sentenceOf(issue);
    return [path.length === 0 ? fault : `${path.map(String).join('.')}: ${fault}`];
  });
}

function distance(faults: readonly z.core.$ZodIssue[]): number {
  return faults.reduce((sum, { code }) => sum + (code === 'unrecognized_keys' ? 100 : 1), 0);
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.message.endsWith('received undefined') ? `missing, expected ${issue.expected}` : issue.message;
}
