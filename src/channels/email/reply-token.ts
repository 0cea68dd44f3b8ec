import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Seals the address that a mail is answered to, and tells whether an answer came to such an address. */
export interface ReplyTokens {
  /** 23 characters of `[0-9a-hjkmnp-tv-z]` for the plus part of our address. The same all day long for a conversation. */
  seal(about: { conversation: string; nowMs: number }): string;
  /** Whether the token was sealed for this conversation, under any of the secrets, no more than 180 days ago. Case does not matter. */
  open(token: string, about: { conversation: string; nowMs: number }): boolean;
}

/** Crockford's base 32 in lower case: mail servers on the way may change the case, and nobody mistakes one character for another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS_PER_CHAR = 5;
const TOKEN = /^[0-9a-hjkmnp-tv-z]{23}$/;
const DAY_CHARS = 3;
/** 100 bits. */
const TAG_CHARS = 20;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Three characters hold 32,768 days: until 2109. */
const FIRST_DAY = Date.UTC(2020, 0, 1) / DAY_MS;
/** Our choice: questions end much earlier, and an old mail that was passed on should not open anything for ever. */
const MAX_AGE_DAYS = 180;

/**
 * Seals without keeping anything: a token is the day it was made on and an HMAC over that day and the conversation.
 * The first secret signs, all of them verify.
 *
 * It proves that whoever uses it has seen a mail that we sent to this correspondent. It does not prove who that is: a
 * mail is passed on and quoted, so the sender is to be checked beside it. It names no question, and may be used again.
 */
export function createReplyTokens(secrets: readonly string[]): ReplyTokens {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)));
  const [signingKey] = keys;
  if (!signingKey) throw new RangeError('Reply tokens need a secret.');

  function tagOf(key: typeof signingKey, day: string, conversation: string): string {
    // The day has a fixed length, so no other day and conversation give the same message.
    return base32(
      createHmac('sha256', key ?? '')
        .update(`footbridge reply 1:${day}${conversation}`)
        .digest(),
    );
  }

  return {
    seal({ conversation, nowMs }) {
      const day = dayChars(dayOf(nowMs));
      return day + tagOf(signingKey, day, conversation);
    },
    open(written, { conversation, nowMs }) {
      const token = written.toLowerCase();
      if (!TOKEN.test(token)) return false;
      const day = token.slice(0, DAY_CHARS);
      const tag = Buffer.from(token.slice(DAY_CHARS), 'latin1');
      const isOurs = keys.some((key) => timingSafeEqual(tag, Buffer.from(tagOf(key, day, conversation), 'latin1')));
      const ageDays = dayOf(nowMs) - dayIn(day);
      // Instances' clocks differ a little, so a token may be of tomorrow.
      return isOurs && ageDays >= -1 && ageDays <= MAX_AGE_DAYS;
    },
  };
}

function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS) - FIRST_DAY;
}

function dayChars(day: number): string {
  let chars = '';
  for (let at = DAY_CHARS - 1; at >= 0; at--) chars += ALPHABET.charAt((day >> (at * BITS_PER_CHAR)) & 31);
  return chars;
}

function dayIn(chars: string): number {
  let day = 0;
  for (const char of chars) day = day * 32 + ALPHABET.indexOf(char);
  return day;
}

function base32(bytes: Uint8Array): string {
  let chars = '';
  for (let at = 0; at < TAG_CHARS; at++) {
    const bit = at * BITS_PER_CHAR;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    chars += ALPHABET.charAt((pair >> (16 - BITS_PER_CHAR - (bit & 7))) & 31);
  }
  return chars;
}
