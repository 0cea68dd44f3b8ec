import type { BlobStore } from '../../../protocol/blob-store.ts';
import type { PersonKey } from '../../../protocol/person-data.ts';
import { checkBlob, hashOf } from '../../new-blob.ts';
import { type BlobRow, blobOf } from '../../rows/blob-row.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';
import { unusedBytes } from './unused-bytes.ts';

/** Bytes that are there already are written over with themselves, so that nobody takes them away before this is kept. */
const PUT: Statement = {
  name: 'blob.put',
  text: `
    with kept as (
      insert into blob (hash, bytes)
      select $6::text, $8::bytea where not exists (select from blob_ref where ref = $1)
      on conflict (hash) do update set hash = excluded.hash returning hash)
    insert into blob_ref (ref, channel, conversation, person_id, mime, hash, expires_at_ms)
    select $1::text, $2::text, $3::text, $4::text, $5::text, hash, $7::bigint from kept
    on conflict (ref) do nothing`,
};
const GET: Statement = {
  name: 'blob.get',
  text: `
    select blob_ref.channel, blob_ref.conversation, blob_ref.person_id, blob_ref.mime, blob_ref.expires_at_ms, blob.bytes
    from blob_ref left join blob on blob.hash = blob_ref.hash where blob_ref.ref = $1`,
};
const REMOVE: Statement = {
  name: 'blob.remove',
  text: 'delete from blob_ref where ref = $1 returning hash',
};
const THEIRS = 'channel = $1 and (person_id = $2 or conversation = any($3::text[]))';
const OF_PERSON: Statement = {
  name: 'blob.of_person',
  text: `
    select ref, channel, conversation, mime, expires_at_ms,
      coalesce((select length(bytes) from blob where blob.hash = blob_ref.hash), 0) as size_bytes
    from blob_ref where ${THEIRS} order by ref collate "C"`,
};
const FORGET: Statement = {
  name: 'blob.forget',
  text: `delete from blob_ref where ${THEIRS} returning hash`,
};

/** Blobs by their references. `run` is the store's way to run an operation. */
export function blobsIn(deps: {
  database: Pick<Database, 'rows' | 'transact'>;
  now: () => number;
  run: <Result>(operation: () => Promise<Result>) => Promise<Result>;
}): BlobStore {
  const { database, now, run } = deps;
  return {
    put: (blob) =>
      run(async () => {
        checkBlob(blob);
        const { ref, owner, mime, bytes, expiresAtMs } = blob;
        const named = [owner.channel, owner.conversation, owner.personId ?? null];
        await database.rows(bind(PUT, ref, ...named, mime, hashOf(bytes), expiresAtMs, bytes));
      }),
    get: (ref) =>
      run(async () => {
        const [row] = await database.rows<BlobRow>(bind(GET, ref));
        return row && blobOf(row, now());
      }),
    remove: (ref) =>
      run(() =>
        database.transact(async (transaction) => {
          const rows = await transaction.rows<{ hash: string | null }>(bind(REMOVE, ref));
          return { result: undefined, writes: await unusedBytes(transaction, rows) };
        }),
      ),
  };
}

/** Gives a row for each blob of a person, and of the conversations of these names. */
export function blobsOf({ channel, personId }: PersonKey, names: readonly string[]): Query {
  return bind(OF_PERSON, channel, personId, names);
}

/** Deletes their references. Gives a row for each, with the hash of its bytes. */
export function forgetBlobs({ channel, personId }: PersonKey, names: readonly string[]): Query {
  return bind(FORGET, channel, personId, names);
}
