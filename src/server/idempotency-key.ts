import type { Request } from 'express';

/** The key under which a request may be sent again. A header without a value is none. */
export function idempotencyKeyOf(request: Request<never> | Request): string | undefined {
  return request.header('idempotency-key') || undefined;
}
