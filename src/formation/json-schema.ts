import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';

/** Gives what is wrong with a value, as a sentence that does not quote it; nothing when it fits. */
export type JsonCheck = (value: unknown) => string | undefined;

/** Most characters of a fault: places are named by keys, and those come with the value. */
const MAX_FAULT_CHARS = 200;

/**
 * Compiles a JSON Schema (2020-12), once, when it is loaded. Patterns are RE2, so that no value takes long; formats
 * are notes for readers and are not checked. A schema that nothing can be checked by, an unknown key in it, or a `$ref`
 * that leads out of it gives the fault, with the place in the schema where it is when that is known.
 */
export function compileJsonSchema(
  schema: Readonly<Record<string, unknown>>,
): { check: JsonCheck } | { fault: string; place: string[] } {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    logger: false,
    validateFormats: false,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  });
  if ('$async' in schema) return { fault: '"$async" is not taken.', place: ['$async'] };
  try {
    if (ajv.validateSchema(schema) !== true) return schemaFault(ajv.errors?.[0]);
    const validate = ajv.compile(schema);
    return { check: (value) => (validate(value) ? undefined : faultOf(validate.errors?.[0])) };
  } catch (error) {
    return { fault: `no JSON Schema: ${error instanceof Error ? error.message : String(error)}.`, place: [] };
  }
}

function linearPattern(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = RE2JS.compile(source);
  // By their text ajv tells patterns apart.
  return { test: (text) => pattern.matcher(text).find(), toString: () => source };
}

function schemaFault(error: ErrorObject | null | undefined): { fault: string; place: string[] } {
  const place = (error?.instancePath ?? '').split('/').slice(1);
  return {
    fault: `no JSON Schema: ${error?.message ?? 'not valid'}.`,
    place: place.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  };
}

function faultOf(error: ErrorObject | undefined): string {
  const place = (error?.instancePath ?? '').slice(1).replaceAll('/', '.');
  const fault = error?.message ?? 'not valid';
  return (place === '' ? fault : `${place}: ${fault}`).slice(0, MAX_FAULT_CHARS);
}
