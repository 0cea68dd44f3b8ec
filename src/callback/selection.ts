import { decodeCallback } from './data.ts';

/**
 * Reads the callback strings of one press: one of a button, several of a select. Nothing unless all of them are ours
 * and of one widget.
 */
export function decodeSelection(
  data: readonly unknown[],
): { id: string; index: number | readonly number[] } | undefined {
  const picks = data.map(decodeCallback);
  const first = picks[0];
  if (!first) return undefined;
  const indexes: number[] = [];
  for (const pick of picks) {
    if (pick?.id !== first.id) return undefined;
    indexes.push(pick.index);
  }
  return { id: first.id, index: indexes.length === 1 ? first.index : indexes };
}
