import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** Tells whether a key is one of these, in a time that says nothing about them. */
export function keyCheck(keys: readonly string[]): (key: string) => boolean {
  const digests = keys.map(digest);
  return (key) => {
    const given = digest(key);
    // Every one is looked at, the right one too.
    return digests.reduce((isKnown, known) => timingSafeEqual(known, given) || isKnown, false);
  };
}

/** What a request carries as `Authorization: Bearer …`. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
