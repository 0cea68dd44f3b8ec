import type { z } from 'zod';
import { plainLine } from './plain-text.ts';

/** Places and keys come with the value, as long as it likes. */
const MAX_PLACE_CHARS = 100;
const MAX_KEY_CHARS = 40;
const MAX_KEYS = 3;

/**
 * The first faults of a value that does not fit its schema, as `place: what is wrong`, each on one line. None quotes the
 * value; a key that is not known is named, shortened.
 */
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
    return [path.length === 0 ? fault : `${placeOf(path)}: ${fault}`];
  });
}

function distance(faults: readonly z.core.$ZodIssue[]): number {
  return faults.reduce((sum, { code }) => sum + (code === 'unrecognized_keys' ? 100 : 1), 0);
}

function placeOf(path: readonly PropertyKey[]): string {
  return shortened(path.map(String).join('.'), MAX_PLACE_CHARS);
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const { keys } = issue;
    const named = keys.slice(0, MAX_KEYS).map((key) => JSON.stringify(shortened(key, MAX_KEY_CHARS)));
    const more = keys.length > named.length ? ` and ${keys.length - named.length} more` : '';
    return `Unrecognized key${keys.length === 1 ? '' : 's'}: ${named.join(', ')}${more}`;
  }
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.message.endsWith('received undefined') ? `missing, expected ${issue.expected}` : issue.message;
}

function shortened(text: string, maxChars: number): string {
  const line = plainLine(text.slice(0, maxChars));
  return text.length <= maxChars ? line : `${line}…`;
}
