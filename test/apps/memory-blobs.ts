import { type BlobStore, type KeptBlob, MAX_BLOB_BYTES } from '../../src/protocol/blob-store.ts';
import { BridgeError } from '../../src/protocol/errors.ts';

/** Blobs of this process alone. */
export function createMemoryBlobs(now: () => number): BlobStore {
  const blobs = new Map<string, KeptBlob>();
  return {
    async put({ ref, ...blob }) {
      if (blob.bytes.length > MAX_BLOB_BYTES) throw new BridgeError('body_too_large', 'A blob is larger than 8 MiB.');
      if (!blobs.has(ref)) blobs.set(ref, blob);
    },
    async get(ref) {
      const blob = blobs.get(ref);
      return blob && blob.expiresAtMs <= now() ? { expired: true, owner: blob.owner } : blob;
    },
    async remove(ref) {
      blobs.delete(ref);
    },
  };
}
