import { randomUUID } from 'node:crypto';

/**
 * An id that nobody guesses and that sorts by its time: the store appends to the end of its indexes instead of
 * writing all over them.
 */
export function newId(prefix: 'turn' | 'dlv', nowMs: number): string {
  return `${prefix}_${nowMs.toString(36)}${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
