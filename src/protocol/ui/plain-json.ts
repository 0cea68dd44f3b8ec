const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * What makes a value unfit to be handed on as JSON, as the end of a sentence: it is nested deeper than `maxDepth`
 * containers, has more than `maxNodes` values, a key that is a prototype's, a text that many readers refuse, or something
 * that JSON does not have. Nothing when it is fit. Walks level by level with its own list, and gives up where a bound is passed: neither depth
 * nor width nor a value that holds itself costs more than that.
 */
export function harmInJson(
  value: unknown,
  { maxDepth, maxNodes }: { maxDepth: number; maxNodes: number },
): string | undefined {
  let level: unknown[] = [value];
  let nodes = 1;
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) {
        if (!isScalar(node)) return 'holds something that is no JSON';
        if (typeof node === 'string' && !isWellFormed(node)) return 'holds a text that is not well-formed';
        continue;
      }
      if (depth === maxDepth) return `is nested deeper than ${maxDepth} levels`;
      if (Array.isArray(node)) {
        nodes += node.length;
        if (nodes > maxNodes) return 'is too large';
        for (let index = 0; index < node.length; index++) {
          if (!(index in node)) return 'holds something that is no JSON';
          next.push(node[index]);
        }
        continue;
      }
      if (!isPlain(node)) return 'holds something that is no JSON';
      const keys = Object.keys(node);
      nodes += keys.length;
      if (nodes > maxNodes) return 'is too large';
      for (const key of keys) {
        if (RESERVED.has(key)) return "holds a key that is a prototype's";
        if (!isWellFormed(key)) return 'holds a text that is not well-formed';
        next.push((node as Record<string, unknown>)[key]);
      }
    }
    level = next;
  }
  return undefined;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value takes more than `maxBytes` as compact JSON in UTF-8. It must be fit to be JSON. */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  // Writing it out costs several times as much, and most values are far from any limit.
  if (jsonBytesAtMost(value) <= maxBytes) return false;
  const json = JSON.stringify(value) ?? '';
  if (json.length > maxBytes) return true;
  // A unit of UTF-16 is at most three bytes.
  return json.length * 3 > maxBytes && new TextEncoder().encode(json).length > maxBytes;
}

/** A number is at most so many characters; a UTF-16 unit, written as an escape, so many bytes. */
const NUMBER_BYTES = 25;
const UNIT_BYTES = 6;

/** Not less than what a value takes as compact JSON in UTF-8, without writing it. */
function jsonBytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * UNIT_BYTES + 2;
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonBytesAtMost(item) + 1;
    return bytes;
  }
  for (const key of Object.keys(value)) {
    bytes += key.length * UNIT_BYTES + 4 + jsonBytesAtMost((value as Record<string, unknown>)[key]);
  }
  return bytes;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text has no surrogate without its partner. */
function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}
