import { generateKeyPairSync, sign } from 'node:crypto';

/** The key pair of an application. Discord keeps one half; the developer portal shows the other. */
export interface ApplicationKeys {
  /** 64 hex digits. */
  publicKey: string;
  /** The headers that prove a body to be Discord's. docs.discord.com/developers/interactions/overview, read 2026-11. */
  signatureHeaders(body: string, nowSec: number): Record<string, string>;
}

export function newApplicationKeys(): ApplicationKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // The last 32 bytes of the DER form are the key itself.
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return {
    publicKey: raw.toString('hex'),
    signatureHeaders: (body, nowSec) => ({
      'x-signature-timestamp': String(nowSec),
      'x-signature-ed25519': sign(null, Buffer.from(`${nowSec}${body}`), privateKey).toString('hex'),
    }),
  };
}
