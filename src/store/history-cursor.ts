import { BridgeError } from '../protocol/errors.ts';

/** Most turns of one page, whatever is asked for. */
const MAX_TURNS = 200;

/** One page of a conversation's turns: those before this place, and one more, which tells whether there is another page. */
export function historySpan({ limit, before }: { limit: number; before?: string }): {
  limit: number;
  beforePlace: number;
} {
  return { limit: Math.min(Math.max(1, Math.floor(limit)), MAX_TURNS), beforePlace: placeOf(before) };
}

/** A page of what was found, the latest first, with one more than asked for. */
export function historyPage<Row extends { place: number }, Turn>(
  found: readonly Row[],
  limit: number,
  turnOf: (row: Row) => Turn,
): { turns: Turn[]; cursor?: string } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { turns: shown.map(turnOf), ...(last && found.length > limit && { cursor: String(last.place) }) };
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new BridgeError(
    'body_invalid',
    `Cannot list a conversation from '${cursor.slice(0, 40)}': it is no cursor of ours. Use the one that came with the page before, or none.`,
  );
}
