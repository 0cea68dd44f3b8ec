import type { Transaction } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';

/** In one order, so that no two who lock several wait for each other. */
const LOCK: Statement = {
  name: 'blob.lock',
  text: 'select hash from blob where hash = any($1::text[]) order by hash for update',
};
const DELETE: Statement = {
  name: 'blob.delete_unused',
  text: `
    delete from blob
    where hash = any($1::text[]) and not exists (select from blob_ref where blob_ref.hash = blob.hash)`,
};

/**
 * Locks bytes to which references were taken away. Gives the statement that deletes those to which there is none left:
 * it sees every reference that was made before the lock, and none can be made behind it.
 */
export async function unusedBytes(
  transaction: Transaction,
  rows: readonly { hash: string | null }[],
): Promise<readonly Query[]> {
  const hashes = [...new Set(rows.flatMap(({ hash }) => hash ?? []))];
  if (hashes.length === 0) return [];
  await transaction.rows(bind(LOCK, hashes));
  return [bind(DELETE, hashes)];
}
