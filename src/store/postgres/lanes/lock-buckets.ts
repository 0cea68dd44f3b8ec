import { Buckets } from '../../buckets.ts';
import type { Transaction } from '../connection/database.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';

const LOCK: Statement = {
  name: 'bucket.lock',
  text: `
    insert into bucket (name, paid_until_ms) select asked.name, 0 from unnest($1::text[]) as asked (name) order by 1
    on conflict (name) do update set paid_until_ms = bucket.paid_until_ms
    returning name, paid_until_ms`,
};
const WRITE: Statement = {
  name: 'bucket.write',
  text: `
    update bucket set paid_until_ms = row.paid_until_ms
    from json_to_recordset($1) as row (name text, paid_until_ms double precision)
    where bucket.name = row.name`,
};

/** Locks these buckets, so that all instances count in them one after the other, and fills them in. */
export async function lockBuckets(
  transaction: Transaction,
  names: readonly string[],
  buckets = new Buckets(),
): Promise<Buckets> {
  if (names.length === 0) return buckets;
  const rows = await transaction.rows<{ name: string; paid_until_ms: number }>(bind(LOCK, [...new Set(names)]));
  for (const row of rows) buckets.learn(row.name, row.paid_until_ms);
  return buckets;
}

/** What was counted in them, to be written. */
export function bucketWrites(buckets: Buckets): Query[] {
  const rows = buckets.changed().map(([name, paidUntilMs]) => ({ name, paid_until_ms: paidUntilMs }));
  return rows.length > 0 ? [bindRows(WRITE, rows)] : [];
}
