import express, { type RequestHandler } from 'express';
import { BridgeError } from '../protocol/errors.ts';

/** Largest body of a client call. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Deepest nesting that is read. Real bodies stay below ten. */
const MAX_DEPTH = 64;

/** Reads a JSON body of any content type, and refuses what could hurt later: too large, too deep, prototype keys. */
export function jsonBody(): RequestHandler[] {
  return [
    express.json({ limit: MAX_BODY_BYTES, type: () => true }),
    (request, _response, next) => {
      assertHarmless(request.body);
      next();
    },
  ];
}

/** Throws `body_too_deep` or `body_invalid`. Walks with its own stack, so depth cannot exhaust ours. */
export function assertHarmless(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new BridgeError('body_too_deep', `The body is nested deeper than ${MAX_DEPTH} levels. Send a flatter one.`);
    }
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      if (Object.hasOwn(node, '__proto__')) {
        throw new BridgeError('body_invalid', 'The body has a key named "__proto__", which is never accepted.');
      }
      for (const child of Object.values(node)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
}
