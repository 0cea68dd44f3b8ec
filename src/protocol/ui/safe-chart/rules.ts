import { type ChartLimits, MAX_TEXT_CHARS } from './limits.ts';

/** Thrown inside, caught by `safeChart`: the sentence says where and what, and quotes nothing. */
export class ChartRefused extends Error {}

/** Takes a value over, in a new one; nothing when it is left out. Refuses what would make it another chart. */
export type Rule<T> = (value: unknown, at: string) => T | undefined;

type Rules = Readonly<Record<string, Rule<unknown>>>;
type Taken<R extends Rules> = { -readonly [K in keyof R]?: Exclude<ReturnType<R[K]>, undefined> };

export function refuse(at: string, why: string): never {
  throw new ChartRefused(`${at} ${why}`);
}

/** An object that is made anew of the keys that have a rule; others are left out. Nothing for what is no object. */
export function keys<R extends Rules>(rules: R): Rule<Taken<R>> {
  const entries = Object.entries(rules);
  return (value, at) => {
    const members = membersOf(value);
    if (!members) return undefined;
    const taken: Record<string, unknown> = {};
    for (const [key, rule] of entries) {
      const given = Object.hasOwn(members, key) ? members[key] : undefined;
      const kept = given === undefined ? undefined : rule(given, `${at}.${key}`);
      if (kept !== undefined) taken[key] = kept;
    }
    return taken as Taken<R>;
  };
}

/** Rules that depend on the limits, made once for each. */
export function perLimits<T>(make: (limits: ChartLimits) => T): (limits: ChartLimits) => T {
  const made = new WeakMap<ChartLimits, T>();
  return (limits) => {
    const known = made.get(limits);
    if (known !== undefined) return known;
    const rules = make(limits);
    made.set(limits, rules);
    return rules;
  };
}

/** Refuses an object that has one of these keys: what they do would make it another chart without them. */
export function refuseKeys(value: unknown, names: readonly string[], at: string): void {
  const members = membersOf(value);
  for (const name of names) {
    if (members && Object.hasOwn(members, name)) refuse(at, `has "${name}", which a chart may not have here`);
  }
}

/** A list of at most so many items; an item that is left out leaves out the list. */
export function list<T>(rule: Rule<T>, max: number): Rule<T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return undefined;
    if (value.length > max) refuse(at, `has ${value.length} items, ${max} are the limit`);
    const taken: T[] = [];
    for (let index = 0; index < value.length; index++) {
      const item = rule(value[index], at);
      if (item === undefined) return undefined;
      taken.push(item);
    }
    return taken;
  };
}

/** One object or several; always a list afterwards. */
export function oneOrMore<T>(rule: Rule<T>, max: number): Rule<T[]> {
  const several = list(rule, max);
  return (value, at) => several(Array.isArray(value) ? value : [value], at);
}

export const text: Rule<string> = (value, at) => {
  if (typeof value !== 'string') return undefined;
  if (value.length > MAX_TEXT_CHARS) refuse(at, `has a text longer than ${MAX_TEXT_CHARS} characters`);
  return value;
};

/** JSON has no -0: a chart that was sent is the one that was checked. */
export const number: Rule<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;

export const flag: Rule<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export function between(min: number, max: number): Rule<number> {
  return (value, at) => {
    const given = number(value, at);
    return given === undefined ? undefined : Math.min(max, Math.max(min, given));
  };
}

/** A whole number from 0 to `max`. */
export function index(max: number): Rule<number> {
  return (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max ? (value as number) + 0 : undefined;
}

export function oneOf<const W extends string>(words: readonly W[]): Rule<W> {
  return (value) => words.find((word) => word === value);
}

/** The first rule that takes it. */
export function either<A, B>(first: Rule<A>, second: Rule<B>): Rule<A | B> {
  return (value, at) => first(value, at) ?? second(value, at);
}

/** Hexadecimal, or `rgb()`/`rgba()` of plain numbers. */
export const color: Rule<string> = (value) => (typeof value === 'string' && COLOR.test(value) ? value : undefined);

const COLOR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d{1,6}|1\.0)\s*)?\))$/i;

/** Text, a finite number or nothing; a truth value becomes a word, as a table would show it. */
export function scalar(value: unknown, at: string): string | number | null | undefined {
  if (value === null) return null;
  if (typeof value === 'boolean') return String(value);
  return number(value, at) ?? text(value, at);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
