import { createHash } from 'node:crypto';

/** Longest name of a function, and what it consists of (OpenAI API reference, chat completions, `tools[].function.name`, read 2026-11). */
const MAX_NAME_CHARS = 64;
const NOT_ALLOWED = /[^A-Za-z0-9_-]/g;
const HASH_CHARS = 8;

/**
 * A name for a function that nothing in `taken` has. It is as close to the wanted one as the protocol lets it be; where
 * that is not the name itself, some characters of its hash keep it apart, always the same ones.
 */
export function uniqueName(wanted: string, taken: { has(name: string): boolean }): string {
  const plain = wanted.replace(NOT_ALLOWED, '_');
  if (plain === wanted && plain.length <= MAX_NAME_CHARS && !taken.has(plain)) return plain;
  for (let round = 0; ; round++) {
    const hash = createHash('sha256').update(`${round}:${wanted}`).digest('hex').slice(0, HASH_CHARS);
    const name = `${plain.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
    if (!taken.has(name)) return name;
  }
}
