import { EXPIRED_BLOB_KEPT_MS } from '../../limits.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import { unusedBytes } from './unused-bytes.ts';

/** They are large. */
const BLOBS_PER_STEP = 16;
const REFS_PER_STEP = 500;

const EMPTY: Statement = {
  name: 'blob.empty_expired',
  text: `
    update blob_ref set hash = null
    from (
      select ref, hash from blob_ref where hash is not null and expires_at_ms <= $1
      order by expires_at_ms limit ${BLOBS_PER_STEP} for update skip locked) as expired
    where blob_ref.ref = expired.ref returning expired.hash`,
};
const FORGET: Statement = {
  name: 'blob.sweep',
  text: `
    delete from blob_ref where ref in (
      select ref from blob_ref where hash is null and expires_at_ms <= $1
      order by expires_at_ms limit ${REFS_PER_STEP} for update skip locked)
    returning ref`,
};

/** Deletes the bytes of what has expired, and later the references. Gives how many of both. */
export async function sweepBlobs(database: Database, nowMs: number): Promise<number> {
  const emptied = await repeated(BLOBS_PER_STEP, () =>
    database.transact(async (transaction) => {
      const rows = await transaction.rows<{ hash: string }>(bind(EMPTY, nowMs));
      return { result: rows.length, writes: await unusedBytes(transaction, rows) };
    }),
  );
  const forgetting = bind(FORGET, nowMs - EXPIRED_BLOB_KEPT_MS);
  return emptied + (await repeated(REFS_PER_STEP, async () => (await database.rows(forgetting)).length));
}

async function repeated(rowsPerStep: number, step: () => Promise<number>): Promise<number> {
  for (let swept = 0; ; ) {
    const rows = await step();
    swept += rows;
    if (rows < rowsPerStep) return swept;
  }
}
