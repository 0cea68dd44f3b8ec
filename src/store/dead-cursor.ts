import { BridgeError } from '../protocol/errors.ts';

/** A place in the list of dead items: behind the item that died then, kept in this row. */
export interface DeadPlace {
  diedAtMs: number;
  seq: number;
}

/** Before every item. */
export const LIST_START: DeadPlace = { diedAtMs: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

export function cursorOf({ diedAtMs, seq }: DeadPlace): string {
  return `${diedAtMs}-${seq}`;
}

/** Throws `body_invalid` when it is no cursor of ours. */
export function placeOf(cursor: string | undefined): DeadPlace {
  if (cursor === undefined) return LIST_START;
  const [, diedAtMs, seq] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (diedAtMs === undefined || seq === undefined) {
    throw new BridgeError(
      'body_invalid',
      `Cannot list dead items from the cursor '${cursor.slice(0, 40)}': it is none of ours. Use the cursor of the page before, or none.`,
    );
  }
  return { diedAtMs: Number(diedAtMs), seq: Number(seq) };
}
