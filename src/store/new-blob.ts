import { createHash } from 'node:crypto';
import { BLOB_REF, MAX_BLOB_BYTES, type NewBlob } from '../protocol/blob-store.ts';
import { BridgeError } from '../protocol/errors.ts';

const MAX_MIME_CHARS = 255;

/** Throws `blob_too_large`, and `internal` for a reference or a media type that is none. */
export function checkBlob({ ref, mime, bytes }: NewBlob): void {
  if (bytes.byteLength > MAX_BLOB_BYTES) {
    throw new BridgeError(
      'blob_too_large',
      `Cannot keep a document of ${bytes.byteLength} bytes: at most ${MAX_BLOB_BYTES} fit. Send a smaller one, or a link to it.`,
      { facts: { bytes: bytes.byteLength, max_bytes: MAX_BLOB_BYTES } },
    );
  }
  if (!BLOB_REF.test(ref) || mime === '' || mime.length > MAX_MIME_CHARS) {
    throw new BridgeError(
      'internal',
      'The store refused a blob: its reference or its media type is not as it must be.',
    );
  }
}

/** Stands for the bytes: equal ones are kept once. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
