import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { reasonOf } from '../protocol/errors.ts';

/** A JSON Schema that is ready to be asked. */
export interface CompiledSchema {
  schema: Readonly<Record<string, unknown>>;
  /** What is wrong with a value, without quoting it; nothing when it fits. */
  faultIn(value: unknown): string | undefined;
}

/** A schema that values cannot be checked by: why, and the keys that lead to the place in it, when that is known. */
export interface SchemaProblem {
  problem: string;
  place: string[];
}

/** Places are named by keys, and those come with the value. */
const MAX_PATH_CHARS = 100;

/**
 * Compiles a JSON Schema once: draft 2020-12, or draft-07 where its `$schema` says so. Nothing is fetched. Patterns are
 * of RE2, so that no value takes long; formats are notes for readers and not checked. A keyword that does not exist is
 * a problem.
 */
export function compileJsonSchema(schema: Readonly<Record<string, unknown>>): CompiledSchema | SchemaProblem {
  if ('$async' in schema) return { problem: '"$async" is not taken', place: ['$async'] };
  const Dialect = String(schema.$schema ?? '').includes('draft-07') ? Ajv : Ajv2020;
  const ajv = new Dialect({
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    logger: false,
    code: { regExp: linearPattern },
  });
  try {
    const validate = ajv.compile(schema);
    return {
      schema,
      faultIn: (value) => (validate(value) === true ? undefined : sentenceOf(validate.errors?.[0])),
    };
  } catch (error) {
    return { problem: reasonOf(error), place: placeOf(ajv.errors?.[0]) };
  }
}

const linearPattern = Object.assign(
  (pattern: string): { test(text: string): boolean; toString(): string } => {
    const compiled = RE2JS.compile(pattern);
    // The library takes patterns with the same text for the same.
    return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
  },
  // The library writes this name into code that it gives out, which nobody asks it to.
  { code: 'linearPattern' },
);

function placeOf(error: ErrorObject | undefined): string[] {
  const parts = (error?.instancePath ?? '').split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function sentenceOf(error: ErrorObject | undefined): string {
  const path = error?.instancePath.slice(1, MAX_PATH_CHARS).replaceAll('/', '.');
  const message = error?.message ?? 'it does not fit';
  return path ? `${path} ${message}` : message;
}
