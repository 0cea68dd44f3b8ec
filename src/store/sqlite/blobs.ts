import type { ExpiredBlob, KeptBlob, NewBlob } from '../../protocol/blob-store.ts';
import type { PersonBlob, PersonKey } from '../../protocol/person-data.ts';
import { checkBlob, hashOf } from '../new-blob.ts';
import { type BlobRow, blobOf, type PersonBlobRow, personBlobOf } from '../rows/blob-row.ts';
import type { Driver } from './driver.ts';
import { bound } from './lossless-text.ts';

const KEEP_BYTES = 'insert into blob (hash, bytes) values (?, ?) on conflict (hash) do nothing';
const KEEP_REF = `
  insert into blob_ref (ref, channel, conversation, person_id, mime, hash, expires_at_ms) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (ref) do nothing`;
const IS_KEPT = 'select 1 as yes from blob_ref where ref = ?';
const GET = `
  select blob_ref.channel, blob_ref.conversation, blob_ref.person_id, blob_ref.mime, blob_ref.expires_at_ms, blob.bytes
  from blob_ref left join blob on blob.hash = blob_ref.hash where blob_ref.ref = ?`;
const REMOVE = 'delete from blob_ref where ref = ?';
const THEIRS = 'channel = ? and (person_id = ? or conversation in (select value from json_each(?)))';
const OF_PERSON = `
  select ref, channel, conversation, mime, expires_at_ms,
    coalesce((select length(bytes) from blob where blob.hash = blob_ref.hash), 0) as size_bytes
  from blob_ref where ${THEIRS} order by ref`;
const FORGET = `delete from blob_ref where ${THEIRS}`;

export type Blobs = ReturnType<typeof prepareBlobs>;

/** Blobs by their references. A trigger of the database deletes bytes with the last reference to them. */
export function prepareBlobs(driver: Driver, now: () => number) {
  const keepBytes = driver.prepare(KEEP_BYTES);
  const keepRef = driver.prepare(KEEP_REF);
  const isKept = driver.prepare<{ yes: number }>(IS_KEPT);
  const one = driver.prepare<BlobRow>(GET);
  const remove = driver.prepare(REMOVE);
  const ofPerson = driver.prepare<PersonBlobRow>(OF_PERSON);
  const forget = driver.prepare(FORGET);
  const theirs = ({ channel, personId }: PersonKey, names: readonly string[]) =>
    [channel, personId, JSON.stringify(names.map(bound))] as const;

  return {
    put(blob: NewBlob): void {
      checkBlob(blob);
      const { ref, owner, mime, bytes, expiresAtMs } = blob;
      if (isKept.get(ref)) return;
      const hash = hashOf(bytes);
      keepBytes.run(hash, bytes);
      keepRef.run(ref, owner.channel, owner.conversation, owner.personId ?? null, mime, hash, expiresAtMs);
    },

    get(ref: string): KeptBlob | ExpiredBlob | undefined {
      const row = one.get(ref);
      return row && blobOf(row, now());
    },

    remove(ref: string): void {
      remove.run(ref);
    },

    /** Those of a person, and of the conversations of these names. */
    of: (person: PersonKey, names: readonly string[]): PersonBlob[] =>
      ofPerson.all(...theirs(person, names)).map(personBlobOf),

    /** Deletes the same. Gives how many there were. */
    forget: (person: PersonKey, names: readonly string[]): number => forget.run(...theirs(person, names)),
  };
}
