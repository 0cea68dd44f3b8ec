import type { RequestHandler } from 'express';
import { BridgeError } from '../protocol/errors.ts';
import type { AccessOptions } from './access.ts';
import { bearerOf, keyCheck } from './keys.ts';

/**
 * Lets only operators pass. They see and delete what belongs to people, so a client key is not enough.
 * Without any key, on a loopback address, these routes are open like the rest of the API.
 */
export function operatorsOnly({ keys, adminKeys }: Pick<AccessOptions, 'keys' | 'adminKeys'>): RequestHandler {
  const isAdminKey = keyCheck(adminKeys);
  return (request, _response, next) => {
    if (adminKeys.length === 0 && keys.length === 0) return next();
    if (adminKeys.length === 0) {
      throw new BridgeError(
        'admin_keys_required',
        "Operators' routes are off, because FOOTBRIDGE_ADMIN_KEYS is not set. Set it to a key of its own and start again.",
      );
    }
    const key = bearerOf(request);
    if (key !== undefined && isAdminKey(key)) return next();
    throw new BridgeError(
      'unauthorized',
      'Operators\' routes take "Authorization: Bearer <key>" with one of FOOTBRIDGE_ADMIN_KEYS.',
    );
  };
}
