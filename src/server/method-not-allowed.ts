import type { Request, RequestHandler } from 'express';
import { BridgeError } from '../protocol/errors.ts';

/** Of a path that is named in an answer. */
const MAX_SHOWN_CHARS = 100;

type Method = 'GET' | 'POST' | 'PUT';

/**
 * Refuses every other method of a path. Comes behind the routes of those that it takes. `name` stands for the path where
 * that is a secret.
 */
export function takesOnly(methods: readonly Method[], name?: string): RequestHandler<never> {
  const allowed = allowHeader(methods);
  return (request: Request, response) => {
    response.setHeader('Allow', allowed);
    const what = name ?? shortened(`${request.baseUrl}${request.path}`);
    throw new BridgeError('method_not_allowed', `${what} takes ${methods.join(' and ')} only.`);
  };
}

/** Where one may GET, one may ask for the head alone (RFC 9110, 9.1). */
export function allowHeader(methods: readonly string[]): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ');
}

export function shortened(path: string): string {
  return path.length > MAX_SHOWN_CHARS ? `${path.slice(0, MAX_SHOWN_CHARS)}…` : path;
}
