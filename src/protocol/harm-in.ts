/** Deepest nesting that is read of what comes from outside. Real bodies stay below ten. */
export const MAX_JSON_DEPTH = 64;

/**
 * What of a parsed JSON value could hurt later: nested deeper than 64 levels, or a key that is a prototype's. Walks with
 * its own stack, so depth cannot exhaust ours.
 */
export function harmIn(value: unknown): 'too_deep' | 'prototype_key' | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return 'too_deep';
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      if (Object.hasOwn(node, '__proto__')) return 'prototype_key';
      for (const child of Object.values(node)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return undefined;
}
