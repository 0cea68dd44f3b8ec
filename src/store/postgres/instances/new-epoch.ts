import { randomInt } from 'node:crypto';

/** Largest integer of PostgreSQL and one: 4 bytes, https://www.postgresql.org/docs/current/datatype-numeric.html, read 2026-11. */
const END = 2 ** 31;

/**
 * The epoch of what one transaction claims, drawn anew each time the transaction is tried. Counted up in the row instead,
 * a claim that never came to its commit and the one after it would be the same, and giving the first back would take
 * the second from whoever works on it.
 */
export function newEpoch(): number {
  return randomInt(1, END);
}
