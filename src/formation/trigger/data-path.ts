import { JSONPathEnvironment, JSONPathError } from 'json-p3';
import { linearPatterns } from './linear-patterns.ts';

/**
 * Finds what a path names in a JSON value: every match in order, none when nothing is there. Own properties only.
 * Throws when a search with `..` would take too long: two of them look at some values once per level above these.
 */
export type DataPath = (data: unknown) => readonly unknown[];

/** What is wrong with a path, as the end of a sentence, and at which of its characters when that is known. */
export interface PathProblem {
  problem: string;
  index?: number;
}

/** Levels that `..` goes down. A body has at most 64. */
const MAX_DEPTH = 100;
/** Values that the `..` of one search look at, about a second. A body of 2 MB has fewer, unless it is made of next to nothing. */
const MAX_LOOKS = 100_000;

type JsonValue = Parameters<JSONPathEnvironment['query']>[1];

/** Compiles a JSONPath (RFC 9535), which begins with `$`, or a plain dotted path such as `event.user.id` or `items.0`. */
export function compileDataPath(source: string): DataPath | PathProblem {
  return source.startsWith('$') ? compileJsonPath(source) : compileDotted(source);
}

/** Looks that are left to the search that goes on. */
let looksLeft = MAX_LOOKS;

const environment = createEnvironment();

function createEnvironment(): JSONPathEnvironment {
  const made = new JSONPathEnvironment();
  for (const [name, pattern] of Object.entries(linearPatterns())) made.functionRegister.set(name, pattern);
  // The library asks for it at each value that `..` comes to, within filters too, and has no other limit.
  Object.defineProperty(made, 'maxRecursionDepth', { get: () => (looksLeft-- > 0 ? MAX_DEPTH : 0) });
  return made;
}

function compileJsonPath(source: string): DataPath | PathProblem {
  try {
    const query = environment.compile(source);
    return (data) => {
      looksLeft = MAX_LOOKS;
      return query.query(data as JsonValue).values();
    };
  } catch (error) {
    if (!(error instanceof JSONPathError)) return { problem: 'this is no JSONPath' };
    const problem = `this is no JSONPath: ${error.message.replace(/ ?\('.*$/s, '')}`;
    return { problem, index: error.token.index };
  }
}

function compileDotted(source: string): DataPath | PathProblem {
  const parts = source.split('.');
  if (!parts.every((part) => /^[^\s.$[\]'"*?@]+$/.test(part))) {
    return { problem: 'expected a JSONPath such as "$.event.text", or a dotted path such as "event.text"' };
  }
  return (data) => {
    let value = data;
    for (const part of parts) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return [];
      value = (value as Readonly<Record<string, unknown>>)[part];
    }
    return [value];
  };
}
