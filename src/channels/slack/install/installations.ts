import { z } from 'zod';
import type { Vault } from '../../../protocol/vault.ts';
import type { Installation } from './installation.ts';

/** Another instance may have replaced or removed one; then Slack refuses the old token, and it is read again at once. */
const KNOWN_MS = 60_000;
const MAX_CACHED = 10_000;

const keptSchema = z.object({ token: z.string() });

interface Cached {
  installation: Installation;
  readAtMs: number;
}

/**
 * Where the app was installed. Kept in the vault, so that every instance knows it; read again after a minute, and
 * each time where there was none: somebody may install it on another instance, and write at once. What reads rejects
 * when the store does not answer, or with `secret_unknown`.
 */
export class Installations {
  readonly #vault: Vault;
  readonly #now: () => number;
  readonly #cached = new Map<string, Cached>();
  readonly #ids = new Map<string, string>();
  readonly #reads = new Map<string, Promise<Installation | undefined>>();

  constructor({ vault, now }: { vault: Vault; now: () => number }) {
    this.#vault = vault;
    this.#now = now;
  }

  /** The installation of a workspace or an organisation. */
  async of(id: string): Promise<Installation | undefined> {
    const { installation, readAtMs = 0 } = this.#cached.get(id) ?? {};
    const ageMs = this.#now() - readAtMs;
    if (installation && ageMs >= 0 && ageMs < KNOWN_MS) return installation;
    return this.#reads.get(id) ?? this.reread(id);
  }

  /** The same, from the store, whatever is remembered. */
  async reread(id: string): Promise<Installation | undefined> {
    const read = this.#read(id);
    this.#reads.set(id, read);
    try {
      const installation = await read;
      // Not when it was kept or removed meanwhile.
      if (this.#reads.get(id) === read) this.#remember(id, installation);
      return installation;
    } finally {
      if (this.#reads.get(id) === read) this.#reads.delete(id);
    }
  }

  /** Whether the app is there, as far as it was read. */
  isKnown(id: string): boolean {
    return this.#cached.has(id);
  }

  /** Where a token was installed, also one that has been replaced or removed since. */
  idOfToken(token: string): string | undefined {
    return this.#ids.get(token);
  }

  async keep(installation: Installation): Promise<void> {
    const { id, token } = installation;
    await this.#vault.put(keyOf(id), JSON.stringify({ token }));
    this.#remember(id, { id, token });
  }

  async remove(id: string): Promise<void> {
    await this.#vault.remove(keyOf(id));
    this.#remember(id, undefined);
  }

  async #read(id: string): Promise<Installation | undefined> {
    const kept = await this.#vault.get(keyOf(id));
    return kept === undefined ? undefined : { id, token: keptSchema.parse(JSON.parse(kept)).token };
  }

  #remember(id: string, installation: Installation | undefined): void {
    this.#reads.delete(id);
    this.#cached.delete(id);
    if (!installation) return;
    this.#cached.set(id, { installation, readAtMs: this.#now() });
    this.#ids.set(installation.token, id);
    for (const remembered of [this.#cached, this.#ids]) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined && remembered.size > MAX_CACHED) remembered.delete(oldest);
    }
  }
}

function keyOf(id: string): string {
  return `installation ${id}`;
}
