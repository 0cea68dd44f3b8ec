export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Keys that reach a prototype where somebody copies an object by hand. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A copy of a value that is plain JSON; nothing when it is not: a function, a class's object, a number that JSON has
 * not, an `undefined`, a key of a prototype, or objects and lists nested deeper than `maxDepth` levels.
 */
export function plainJson(value: unknown, maxDepth: number): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || maxDepth === 0) return undefined;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    // A list with holes has no items there, which JSON has not.
    for (let at = 0; at < value.length; at++) {
      const item = plainJson(value[at], maxDepth - 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    const copy = PROTOTYPE_KEYS.has(key) ? undefined : plainJson(member, maxDepth - 1);
    if (copy === undefined) return undefined;
    members[key] = copy;
  }
  return members;
}
