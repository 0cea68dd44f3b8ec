import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { BridgeError } from '../protocol/errors.ts';
import { bearerOf, keyCheck } from './keys.ts';
import type { UserTokens } from './user-token.ts';

/** Who calls: a trusted client that speaks for any user, or one user's browser. */
export type Caller = { kind: 'client' } | { kind: 'user'; userId: string };

export interface AccessOptions {
  /** Client keys; empty = the API is open, which is allowed on a loopback address only. */
  keys: readonly string[];
  /** Operators' keys; none of them is a client key. */
  adminKeys: readonly string[];
  userTokens: UserTokens;
  /** Browser origins that may call. */
  origins: readonly string[];
}

/** Whether this is an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Checks where a request comes from. A page of another site must not reach an open API through the person's browser:
 * its Host (after DNS rebinding) or its Origin gives it away.
 */
export function checkOrigin({ keys, origins }: AccessOptions): RequestHandler {
  return (request, response, next) => {
    const host = request.headers.host ?? '';
    const hostName = host
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
      .toLowerCase();
    if (keys.length === 0 && !isLoopback(hostName)) {
      throw new BridgeError(
        'host_refused',
        'This API is open to this machine only, and the request names another host. Use http://localhost, or set FOOTBRIDGE_KEYS.',
      );
    }
    const { origin } = request.headers;
    if (origin === undefined || isSameOrigin(origin, host)) return next();
    if (!origins.includes(origin)) {
      throw new BridgeError(
        'origin_refused',
        'Pages of this origin may not call the API. Add it to channels.web.origins of the formation.',
      );
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'X-Muxi-Session-Id, X-Footbridge-Ignored-Capabilities, ETag');
    response.setHeader('Vary', 'Origin');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-User-Id, X-Muxi-User-Id',
    );
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Names the caller for the routes behind it, or answers 401. */
export function identify(options: AccessOptions): RequestHandler {
  const isKey = keyCheck(options.keys);
  return (request, response, next) => {
    response.locals.caller = callerOf(request, isKey, options);
    next();
  };
}

/**
 * The same for what a page may send without a credential, as its beacons must: a page of an allowed origin passes, and
 * is nobody in particular. Comes behind `checkOrigin`. A credential that is sent must be valid.
 */
export function identifyOrPage(options: AccessOptions): RequestHandler {
  const identified = identify(options);
  return (request, response, next) => {
    const isPage = request.headers.origin !== undefined && credentialOf(request) === undefined;
    if (isPage) next();
    else identified(request, response, next);
  };
}

function credentialOf(request: Request): string | undefined {
  return bearerOf(request) ?? request.header('x-muxi-client-key');
}

function callerOf(request: Request, isKey: (key: string) => boolean, options: AccessOptions): Caller {
  const credential = credentialOf(request);
  if (credential !== undefined) {
    if (isKey(credential)) return { kind: 'client' };
    const user = options.userTokens.verify(credential);
    if (user) return { kind: 'user', ...user };
  }
  // An open API takes anybody, but a token that has run out stays a token that has run out.
  if (options.keys.length === 0 && !credential?.startsWith('fbu_')) return { kind: 'client' };
  throw new BridgeError(
    'unauthorized',
    'The request carries no valid key. Send "Authorization: Bearer <key>" with one of FOOTBRIDGE_KEYS, or a user token that has not expired.',
  );
}

/** Lets only trusted clients pass: a user's browser speaks for its user and does nothing else. */
export function clientsOnly(_request: Request, response: Response, next: NextFunction): void {
  if (callerIn(response).kind !== 'client') {
    throw new BridgeError('unauthorized', 'This route takes a client key, not a user token.');
  }
  next();
}

export function callerIn(response: Response): Caller {
  return response.locals.caller as Caller;
}
