import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** Seals texts so that nobody else can read, change or make one, without keeping any. */
export interface SealedText {
  /** Base64url, 28 bytes longer than the text. The same text gives the same result, so that a retry sends the same link. */
  seal(text: string): string;
  /** Nothing for what was not sealed here, for this purpose, under any of the secrets. */
  open(sealed: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_SEALED_CHARS = 4_096;

/**
 * AES-256-GCM whose nonce is an HMAC of the text: two texts never share one, and equal texts give nothing away but that
 * they are equal. The first secret seals, all of them open. What was sealed for one purpose does not open for another.
 */
export function createSealedText(secrets: readonly string[], purpose: string): SealedText {
  const keys = secrets.map((secret) => ({ cipher: keyOf(secret, 'cipher'), nonce: keyOf(secret, 'nonce') }));
  const [first] = keys;
  if (!first) throw new RangeError('Sealing needs a secret.');

  function keyOf(secret: string, use: string): Buffer {
    return createHmac('sha256', secret).update(`${purpose}: ${use}`).digest();
  }

  return {
    seal(text) {
      const nonce = createHmac('sha256', first.nonce).update(text).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.cipher, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed) {
      if (sealed.length > MAX_SEALED_CHARS || !/^[\w-]+$/.test(sealed)) return undefined;
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const opened = keys.map((key) => openWith(key.cipher, bytes)).find((text) => text !== undefined);
      return opened;
    },
  };
}

function openWith(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
