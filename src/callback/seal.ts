import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes as systemRandomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { BridgeError } from '../protocol/errors.ts';

/** Mints widget ids for a conversation and tells whether an id was minted for it. */
export interface Seal {
  /** `ui_` and 21 characters of `[0-9A-Za-z_]`: 11 at random, then 10 that seal them to the conversation. */
  mint(conversation: string): string;
  /** Whether the id was minted here for one of these conversations, under any of the secrets. */
  fits(widgetId: string, conversations: readonly string[]): boolean;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_';
/** 63 × 4: a byte from here on would make some characters likelier than others. */
const FAIR_BYTES = 252;

const SEALED_ID = /^ui_[0-9A-Za-z_]{21}$/;
const PREFIX = 'ui_';
const NONCE_CHARS = 11;
const TAG_CHARS = 10;
const MIN_SECRET_BYTES = 16;
/** Enough randomness for some 180 ids: one system call for all of them. */
const POOL_BYTES = 2048;

/**
 * Seals widget ids without keeping any. The first secret signs, all of them verify, so a secret can be replaced
 * while its buttons live on. It proves where an id was minted, not who may press it nor whether it is still open.
 * Throws `secret_required` without a secret or for one shorter than 16 bytes.
 */
export function createSeal(options: { secrets: readonly string[]; randomBytes?: (size: number) => Uint8Array }): Seal {
  const { secrets, randomBytes = systemRandomBytes } = options;
  const keys = secrets.map(keyOf);
  const signingKey = keys[0];
  if (!signingKey) {
    throw new BridgeError('secret_required', 'Cannot seal buttons without a secret. Set FOOTBRIDGE_SECRET.');
  }

  let pool = new Uint8Array(0);
  let used = 0;
  function nonce(): string {
    let characters = '';
    while (characters.length < NONCE_CHARS) {
      if (used >= pool.length) {
        pool = new Uint8Array(randomBytes(POOL_BYTES));
        used = 0;
      }
      characters += characterOf(pool[used++]);
    }
    return characters;
  }

  return {
    mint(conversation) {
      const head = nonce();
      return PREFIX + head + tagOf(signingKey, head, conversation);
    },
    fits(widgetId, conversations) {
      if (!SEALED_ID.test(widgetId)) return false;
      const head = widgetId.slice(PREFIX.length, PREFIX.length + NONCE_CHARS);
      const tag = Buffer.from(widgetId.slice(-TAG_CHARS), 'latin1');
      return keys.some((key) =>
        conversations.some((conversation) =>
          timingSafeEqual(tag, Buffer.from(tagOf(key, head, conversation), 'latin1')),
        ),
      );
    },
  };
}

function keyOf(secret: string): KeyObject {
  const bytes = Buffer.from(secret);
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new BridgeError(
      'secret_required',
      `Cannot seal buttons: a secret has ${bytes.length} bytes, ${MIN_SECRET_BYTES} are the least. Set a longer FOOTBRIDGE_SECRET.`,
    );
  }
  return createSecretKey(bytes);
}

/** The head has a fixed length, so no other head and conversation give the same message. */
function tagOf(key: KeyObject, head: string, conversation: string): string {
  let message = `footbridge callback 1:${head}${conversation}`;
  let tag = '';
  // One digest of 32 bytes is enough but for once in 10^34 times.
  while (tag.length < TAG_CHARS) {
    const digest = createHmac('sha256', key).update(message).digest();
    for (let index = 0; index < digest.length && tag.length < TAG_CHARS; index++) tag += characterOf(digest[index]);
    message = digest.toString('hex');
  }
  return tag;
}

/** A character of the alphabet, each as likely as any other; nothing for a byte that would tip the scale. */
function characterOf(byte: number | undefined): string {
  return byte !== undefined && byte < FAIR_BYTES ? ALPHABET.charAt(byte % ALPHABET.length) : '';
}
