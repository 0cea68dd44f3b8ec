import { isObject } from '../../bounded-json.ts';
import type { FormFault } from '../refusal.ts';
import { isSnowflake } from '../snowflakes.ts';

/** Notes what is wrong with the value at a path. Checks go on after a fault: Discord lists them all. */
export type Check = (value: unknown, path: string, faults: FormFault[]) => void;

export const anything: Check = () => {};

/** A path one step further. */
export function below(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}

/**
 * A string of `min` to `max` UTF-16 units. Discord does not say how it counts; this is the stricter reading.
 * Discord trims: with at least one, blanks alone are none.
 */
export function text({ min = 0, max = Number.POSITIVE_INFINITY } = {}): Check {
  return (value, path, faults) => {
    if (typeof value !== 'string') {
      faults.push({ path, code: 'STRING_TYPE_CONVERT', message: 'Could not interpret the value as string.' });
    } else if (min > 0 && value.trim() === '') faults.push(required(path));
    else if (value.length > max || value.length < min) {
      const isRange = min > 0;
      const message = isRange ? `Must be between ${min} and ${max} in length.` : `Must be ${max} or fewer in length.`;
      faults.push({ path, code: isRange ? 'BASE_TYPE_BAD_LENGTH' : 'BASE_TYPE_MAX_LENGTH', message });
    }
  };
}

export const flag: Check = (value, path, faults) => {
  if (typeof value !== 'boolean') {
    faults.push({ path, code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' });
  }
};

export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Check {
  return (value, path, faults) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      faults.push({ path, code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' });
    } else if (value < min) {
      const message = `int value should be greater than or equal to ${min}.`;
      faults.push({ path, code: 'NUMBER_TYPE_MIN', message });
    } else if (value > max) {
      faults.push({ path, code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${max}.` });
    }
  };
}

export const snowflake: Check = (value, path, faults) => {
  if (!isSnowflake(value)) faults.push({ path, code: 'NUMBER_TYPE_COERCE', message: 'Value is not snowflake.' });
};

export function oneOf(...choices: readonly unknown[]): Check {
  return (value, path, faults) => {
    if (choices.includes(value)) return;
    faults.push({ path, code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${choices.join(', ')}}.` });
  };
}

/** An address with one of these schemes, without the colon. */
export function url({ max = 2048, schemes = ['http', 'https'] }: { max?: number; schemes?: string[] } = {}): Check {
  return (value, path, faults) => {
    const before = faults.length;
    text({ min: 1, max })(value, path, faults);
    if (faults.length > before) return;
    const parsed = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
    if (!parsed || /\s/.test(String(value))) {
      faults.push({ path, code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' });
    } else if (!schemes.includes(parsed.protocol.slice(0, -1))) {
      const message = `Scheme "${parsed.protocol.slice(0, -1)}" is not supported. Scheme must be one of ('${schemes.join("', '")}').`;
      faults.push({ path, code: 'URL_TYPE_INVALID_SCHEME', message });
    }
  };
}

export function list(item: Check, { min = 0, max = Number.POSITIVE_INFINITY } = {}): Check {
  return (value, path, faults) => {
    if (!Array.isArray(value)) {
      faults.push({ path, code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' });
      return;
    }
    if (value.length < min || value.length > max) {
      const message = min > 0 ? `Must be between ${min} and ${max} in length.` : `Must be ${max} or fewer in length.`;
      faults.push({ path, code: min > 0 ? 'BASE_TYPE_BAD_LENGTH' : 'BASE_TYPE_MAX_LENGTH', message });
    }
    value.forEach((entry, index) => {
      item(entry, below(path, index), faults);
    });
  };
}

type Fields = Readonly<Record<string, Check>>;

/** An object with these fields; optional ones may be null, and unknown ones are passed over. `also` sees the whole when its fields are right. */
export function object(needed: Fields, optional: Fields = {}, also: Check = anything): Check {
  return (value, path, faults) => {
    if (!isObject(value)) {
      faults.push({ path, code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' });
      return;
    }
    const before = faults.length;
    for (const [name, check] of Object.entries(needed)) {
      if (value[name] === undefined || value[name] === null) faults.push(required(below(path, name)));
      else check(value[name], below(path, name), faults);
    }
    for (const [name, check] of Object.entries(optional)) {
      if (value[name] !== undefined && value[name] !== null) check(value[name], below(path, name), faults);
    }
    if (faults.length === before) also(value, path, faults);
  };
}

/** An object of one of several types, told apart by its number under `type`. */
export function typed(types: Readonly<Record<number, Check>>): Check {
  return (value, path, faults) => {
    const type = isObject(value) ? value.type : undefined;
    const check = typeof type === 'number' && Object.hasOwn(types, type) ? types[type] : undefined;
    if (!isObject(value)) object({})(value, path, faults);
    else if (type === undefined) faults.push(required(below(path, 'type')));
    else if (check) check(value, path, faults);
    else {
      const choices = Object.keys(types).join(', ');
      const message = `Value of field "type" must be one of (${choices}).`;
      faults.push({ path: below(path, 'type'), code: 'UNION_TYPE_CHOICES', message });
    }
  };
}

function required(path: string): FormFault {
  return { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
}
