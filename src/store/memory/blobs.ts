import type { BlobOwner, ExpiredBlob, KeptBlob, NewBlob } from '../../protocol/blob-store.ts';
import type { PersonBlob } from '../../protocol/person-data.ts';
import { EXPIRED_BLOB_KEPT_MS } from '../limits.ts';
import { checkBlob, hashOf } from '../new-blob.ts';

interface Kept {
  owner: BlobOwner;
  mime: string;
  /** Absent once they are gone. */
  hash?: string | undefined;
  expiresAtMs: number;
}

/** Blobs by their references, and their bytes by what they are. */
export class Blobs {
  readonly #ofRef = new Map<string, Kept>();
  readonly #bytes = new Map<string, Uint8Array>();

  put(blob: NewBlob): void {
    checkBlob(blob);
    const { ref, owner, mime, bytes, expiresAtMs } = blob;
    if (this.#ofRef.has(ref)) return;
    const hash = hashOf(bytes);
    if (!this.#bytes.has(hash)) this.#bytes.set(hash, Uint8Array.from(bytes));
    this.#ofRef.set(ref, { owner: { ...owner }, mime, hash, expiresAtMs });
  }

  get(ref: string, nowMs: number): KeptBlob | ExpiredBlob | undefined {
    const kept = this.#ofRef.get(ref);
    if (!kept) return undefined;
    const { owner, mime, expiresAtMs } = kept;
    const bytes = this.#bytesOf(kept);
    return bytes && expiresAtMs > nowMs ? { owner, mime, bytes, expiresAtMs } : { expired: true, owner };
  }

  remove(ref: string): void {
    const hash = this.#ofRef.get(ref)?.hash;
    this.#ofRef.delete(ref);
    if (hash === undefined || [...this.#ofRef.values()].some((kept) => kept.hash === hash)) return;
    this.#bytes.delete(hash);
  }

  of(isTheirs: (owner: BlobOwner) => boolean): PersonBlob[] {
    const inOrder = [...this.#ofRef].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.flatMap(([ref, kept]) => {
      const { owner, mime, expiresAtMs } = kept;
      if (!isTheirs(owner)) return [];
      const { channel, conversation } = owner;
      return { ref, channel, conversation, mime, sizeBytes: this.#bytesOf(kept)?.byteLength ?? 0, expiresAtMs };
    });
  }

  /** Gives how many there were. */
  forget(isTheirs: (owner: BlobOwner) => boolean): number {
    return this.#delete(({ owner }) => isTheirs(owner));
  }

  /** The bytes go when they have expired, their references later. Gives how many of both. */
  sweep(nowMs: number): number {
    let emptied = 0;
    for (const kept of this.#ofRef.values()) {
      if (kept.hash === undefined || kept.expiresAtMs > nowMs) continue;
      kept.hash = undefined;
      emptied += 1;
    }
    return emptied + this.#delete((one) => one.expiresAtMs <= nowMs - EXPIRED_BLOB_KEPT_MS);
  }

  #bytesOf({ hash }: Kept): Uint8Array | undefined {
    return hash === undefined ? undefined : this.#bytes.get(hash);
  }

  #delete(isToGo: (kept: Kept) => boolean): number {
    const before = this.#ofRef.size;
    for (const [ref, kept] of this.#ofRef) if (isToGo(kept)) this.#ofRef.delete(ref);
    const used = new Set([...this.#ofRef.values()].map(({ hash }) => hash));
    for (const hash of this.#bytes.keys()) if (!used.has(hash)) this.#bytes.delete(hash);
    return before - this.#ofRef.size;
  }
}
