import type { Request, Response } from 'express';
import { ANONYMOUS } from '../channels/web/inbound.ts';
import { MAX_ID_CHARS, webId } from '../channels/web/index.ts';
import { BridgeError } from '../protocol/errors.ts';
import { callerIn } from './access.ts';

/** The end user that a call speaks for: the token's user, or the one whom a trusted client names. */
export function userOf(request: Request, response: Response): string {
  const named = namedIn(request.header('x-user-id') ?? request.header('x-muxi-user-id'));
  const caller = callerIn(response);
  if (caller.kind === 'user') {
    if (named !== undefined && named !== caller.userId) {
      throw new BridgeError('unauthorized', 'The user token belongs to another user than X-User-Id names.');
    }
    return caller.userId;
  }
  if (named === undefined || named === '') return ANONYMOUS;
  if (!webId.safeParse(named).success) {
    throw new BridgeError('body_invalid', `X-User-Id is no id: 1 to ${MAX_ID_CHARS} characters of well-formed text.`);
  }
  return named;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Most clients write a name as UTF-8, and Node reads the bytes of a header as Latin-1. What is no UTF-8 is Latin-1. */
function namedIn(header: string | undefined): string | undefined {
  if (header === undefined || /^[\0-\x7f]*$/.test(header)) return header;
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
