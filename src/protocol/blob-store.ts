/** Whose a blob is. */
export interface BlobOwner {
  channel: string;
  conversation: string;
  /** As the channel names them. Absent = nobody in particular. */
  personId?: string;
}

/** Bytes that are kept for a while, behind a reference that cannot be guessed. */
export interface NewBlob {
  /** `BLOB_REF`, with at least 128 random bits in it. */
  ref: string;
  owner: BlobOwner;
  /** Its media type, e.g. `application/json`; 1 to 255 characters. */
  mime: string;
  /** At most `MAX_BLOB_BYTES`. */
  bytes: Uint8Array;
  /** Unix milliseconds; it is not given out any more from then on. */
  expiresAtMs: number;
}

export interface KeptBlob {
  owner: BlobOwner;
  mime: string;
  bytes: Uint8Array;
  expiresAtMs: number;
}

/** What is left of a blob for a week after it has expired. */
export interface ExpiredBlob {
  expired: true;
  owner: BlobOwner;
}

/** Blobs by their references. Equal bytes are kept once, however many references there are to them. */
export interface BlobStore {
  /**
   * Keeps a blob; one that is there already under this reference stays as it is. Rejects with `blob_too_large` when it
   * has more than `MAX_BLOB_BYTES`.
   */
  put(blob: NewBlob): Promise<void>;
  /** Whoever asks checks that it is theirs. Nothing when there is none, or none any more. */
  get(ref: string): Promise<KeptBlob | ExpiredBlob | undefined>;
  /** Takes a reference away before its time, and the bytes with the last one to them. Does nothing when there is none. */
  remove(ref: string): Promise<void>;
}

/** 8 MiB. */
export const MAX_BLOB_BYTES = 8 * 1024 * 1024;

/** 22 characters of base64url hold 128 bits. */
export const BLOB_REF = /^[A-Za-z0-9_-]{22,64}$/;
