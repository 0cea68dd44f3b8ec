import { isObject } from '../../bounded-json.ts';

/** Notes what is wrong with the value at a JSON pointer. Checks go on after a fault: Slack lists them all. */
export type Check = (value: unknown, at: string, faults: string[]) => void;

export function fault(reason: string, at: string): string {
  return `${reason} [json-pointer:${at}]`;
}

export const anything: Check = () => {};

/** A string of `min` to `max` characters, Unicode code points; with at least one, blank ones are too short. */
export function text({ min = 1, max = Number.POSITIVE_INFINITY } = {}): Check {
  return (value, at, faults) => {
    if (typeof value !== 'string') faults.push(fault('must provide a string', at));
    else if (min > 0 && value.trim() === '') faults.push(fault('must be more than 0 characters', at));
    else if ([...value].length > max) faults.push(fault(`must be less than ${max + 1} characters`, at));
  };
}

export function oneOf(...words: readonly unknown[]): Check {
  return (value, at, faults) => {
    if (!words.includes(value)) faults.push(fault('must be a valid enum value', at));
  };
}

export const flag: Check = (value, at, faults) => {
  if (typeof value !== 'boolean') faults.push(fault('must provide a boolean', at));
};

export function integer(min = 0, max = Number.MAX_SAFE_INTEGER): Check {
  return (value, at, faults) => {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
    if (!isWhole || value < min || value > max) faults.push(fault('must provide a valid integer', at));
  };
}

/** A whole URL. */
export function url(max = 3000): Check {
  return (value, at, faults) => {
    text({ max })(value, at, faults);
    if (typeof value === 'string' && (!URL.canParse(value) || /[\s<>]/.test(value)))
      faults.push(fault('invalid url', at));
  };
}

export function list(item: Check, { min = 1, max = Number.POSITIVE_INFINITY } = {}): Check {
  return (value, at, faults) => {
    if (!Array.isArray(value)) {
      faults.push(fault('must provide an array', at));
      return;
    }
    if (value.length < min) faults.push(fault(`no less than ${min} items allowed`, at));
    if (value.length > max) faults.push(fault(`no more than ${max} items allowed`, at));
    value.forEach((entry, index) => {
      item(entry, `${at}/${index}`, faults);
    });
  };
}

type Fields = Readonly<Record<string, Check>>;

/** An object with these fields and no others. `also` sees the whole object when its fields are right. */
export function object(required: Fields, optional: Fields = {}, also: Check = anything): Check {
  return (value, at, faults) => {
    if (!isObject(value)) {
      faults.push(fault('must provide an object', at));
      return;
    }
    const before = faults.length;
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) faults.push(fault(`missing required field: ${name}`, at));
    }
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const check = own(required, name) ?? own(optional, name);
      if (check) check(field, `${at}/${name}`, faults);
      else faults.push(fault(`invalid additional property: ${name}`, at));
    }
    if (faults.length === before) also(value, at, faults);
  };
}

/** An object of one of several types, told apart by its `type`. */
export function typed(types: Fields): Check {
  return (value, at, faults) => {
    if (!isObject(value) || typeof value.type !== 'string') {
      faults.push(fault('missing required field: type', at));
      return;
    }
    const check = own(types, value.type);
    if (check) check(value, at, faults);
    else faults.push(fault(`unsupported type: ${value.type}`, `${at}/type`));
  };
}

/** Exactly one of two fields. */
export function either(one: string, other: string): Check {
  return (value, at, faults) => {
    const count = isObject(value) ? [one, other].filter((name) => value[name] !== undefined).length : 0;
    if (count !== 1) faults.push(fault(`must define either \`${one}\` or \`${other}\``, at));
  };
}

function own(fields: Fields, name: string): Check | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
