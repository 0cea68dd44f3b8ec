import type { Inbound } from '../../protocol/inbound.ts';
import { integerIn, type Loose, objectIn } from './loose.ts';
import { readEdit, readMessage } from './message.ts';
import { readPress } from './press.ts';
import type { Arrival, Reading } from './reading.ts';

/** The kinds of updates that are read; these and no others are asked for. */
export const READ_KINDS = ['message', 'edited_message', 'callback_query'] as const;

export type ReadKind = (typeof READ_KINDS)[number];

const READERS: Readonly<Record<ReadKind, (value: Loose, reading: Reading) => Arrival | undefined>> = {
  message: readMessage,
  edited_message: readEdit,
  callback_query: (query, { keyboard }) => readPress(query, keyboard),
};

/** What one kind of update says. Nothing when it is not for an agent, or has another shape than the platform's. */
function readKind(kind: ReadKind, update: Loose, reading: Reading): Arrival | undefined {
  const value = objectIn(update[kind]);
  return value && READERS[kind](value, reading);
}

/** Reads an update. `raw` is kept beside it as it came. Never throws. */
export function readUpdate(update: unknown, raw: string, reading: Reading): Inbound | undefined {
  const fields = objectIn(update);
  const updateId = integerIn(fields?.update_id);
  if (!fields || updateId === undefined) return undefined;
  const kind = READ_KINDS.find((name) => fields[name] !== undefined);
  const arrival = kind && readKind(kind, fields, reading);
  return arrival && { ...arrival, dedupeKey: String(updateId), raw };
}
