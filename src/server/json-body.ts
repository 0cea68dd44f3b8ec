import express, { type RequestHandler } from 'express';
import { BridgeError } from '../protocol/errors.ts';
import { harmIn, MAX_JSON_DEPTH } from '../protocol/harm-in.ts';

/** Largest body of a client call. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Reads a JSON body of any content type, and refuses what could hurt later: too large, too deep, prototype keys. */
export function jsonBody(maxBytes = MAX_BODY_BYTES): RequestHandler[] {
  return [
    express.json({ limit: maxBytes, type: () => true }),
    (request, _response, next) => {
      assertHarmless(request.body);
      next();
    },
  ];
}

/** Throws `body_too_deep` or `body_invalid`. */
export function assertHarmless(body: unknown): void {
  const harm = harmIn(body);
  if (harm === 'too_deep') {
    const limit = `${MAX_JSON_DEPTH} levels`;
    throw new BridgeError('body_too_deep', `The body is nested deeper than ${limit}. Send a flatter one.`);
  }
  if (harm === 'prototype_key') {
    throw new BridgeError('body_invalid', 'The body has a key named "__proto__", which is never accepted.');
  }
}
