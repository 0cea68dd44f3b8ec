import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ChannelMemory, MemoryPlace } from './protocol/channel-memory.ts';
import { BridgeError } from './protocol/errors.ts';
import type { Log } from './protocol/log.ts';
import type { Vault } from './protocol/vault.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Of what stands before the bytes, so that another way to write them can be told from this one. */
const VERSION = 'v1.';

export interface Vaults {
  of(channel: string): Vault;
  /**
   * Encrypts anew, with the first secret, what older ones have encrypted, so that those can be left out one day. What
   * none of the secrets opens is logged, with what to do, and left as it is.
   */
  renew(channel: string): Promise<void>;
}

/** Vaults over the store. `secrets` are the service's own: the first encrypts, all decrypt. */
export function createVaults(deps: { memory: ChannelMemory; secrets: readonly string[]; log: Log }): Vaults {
  const { memory, log } = deps;
  const keys = deps.secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'channel memory', 32)));

  return {
    of: (channel) => ({
      put: (key, value) => memory.put({ channel, key, value: encrypted({ channel, key }, value, keys) }),
      add: (key, value, expiresAtMs) =>
        memory.add({
          channel,
          key,
          value: encrypted({ channel, key }, value, keys),
          ...(expiresAtMs !== undefined && { expiresAtMs }),
        }),
      async get(key) {
        const kept = await memory.get({ channel, key });
        return kept === undefined ? undefined : decrypted({ channel, key }, kept, keys).value;
      },
      remove: (key) => memory.remove({ channel, key }),
    }),

    async renew(channel) {
      for (const { key, value: was } of await memory.list(channel)) {
        const place = { channel, key };
        try {
          const { value, isOfFirst } = decrypted(place, was, keys);
          // Not when it was changed meanwhile, or removed.
          if (!isOfFirst) await memory.replace({ ...place, was, value: encrypted(place, value, keys) });
        } catch (error) {
          if (!(error instanceof BridgeError && error.code === 'secret_unknown')) throw error;
          log.error({ channel, key, code: error.code }, error.message);
        }
      }
    },
  };
}

/** What was encrypted for one place opens at no other: a row that is put elsewhere is no secret of that place. */
function boundTo({ channel, key }: MemoryPlace): Buffer {
  return Buffer.from(JSON.stringify([channel, key]));
}

function encrypted(place: MemoryPlace, value: string, [key]: readonly Buffer[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key as Buffer, nonce).setAAD(boundTo(place));
  const bytes = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
}

/** Throws `secret_unknown` where no key fits. */
function decrypted(place: MemoryPlace, kept: string, keys: readonly Buffer[]): { value: string; isOfFirst: boolean } {
  const bytes = Buffer.from(kept.slice(VERSION.length), 'base64url');
  if (kept.startsWith(VERSION) && bytes.length >= NONCE_BYTES + TAG_BYTES) {
    for (const [index, key] of keys.entries()) {
      const value = opened(place, bytes, key);
      if (value !== undefined) return { value, isOfFirst: index === 0 };
    }
  }
  throw new BridgeError(
    'secret_unknown',
    `Cannot read what channel '${place.channel}' keeps under '${place.key}': none of the secrets in FOOTBRIDGE_SECRET has encrypted it. Put the secret that was in use back, after the first one, e.g. "new,old"; or let the channel be given it again, e.g. by installing it anew.`,
    { facts: { channel: place.channel, key: place.key } },
  );
}

function opened(place: MemoryPlace, bytes: Buffer, key: Buffer): string | undefined {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(place)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch {
    // Another key, or not what was encrypted.
    return undefined;
  }
}
