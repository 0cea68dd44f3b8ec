import type { ExpiredBlob, KeptBlob } from '../../protocol/blob-store.ts';
import type { PersonBlob } from '../../protocol/person-data.ts';

/** A blob as both SQL stores give it. */
export interface BlobRow {
  channel: string;
  conversation: string;
  person_id: string | null;
  mime: string;
  expires_at_ms: number;
  /** Null once they are gone. */
  bytes: Uint8Array | null;
}

export interface PersonBlobRow {
  ref: string;
  channel: string;
  conversation: string;
  mime: string;
  size_bytes: number;
  expires_at_ms: number;
}

export function blobOf(row: BlobRow, nowMs: number): KeptBlob | ExpiredBlob {
  const { channel, conversation, person_id: personId, mime, expires_at_ms: expiresAtMs, bytes } = row;
  const owner = { channel, conversation, ...(personId !== null && { personId }) };
  return bytes && expiresAtMs > nowMs ? { owner, mime, bytes, expiresAtMs } : { expired: true, owner };
}

export function personBlobOf(row: PersonBlobRow): PersonBlob {
  const { ref, channel, conversation, mime, size_bytes: sizeBytes, expires_at_ms: expiresAtMs } = row;
  return { ref, channel, conversation, mime, sizeBytes, expiresAtMs };
}
