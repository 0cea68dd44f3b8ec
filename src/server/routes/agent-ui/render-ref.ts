import type { Request, RequestHandler } from 'express';
import { BLOB_REF, type BlobStore } from '../../../protocol/blob-store.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { ownConversation } from './own-conversation.ts';

/** Largest payload that is given out, bytes. */
const MAX_PAYLOAD_BYTES = 5 * 1024 * 1024;

/** Gives the JSON behind a `render_ref` to the user whose session it was made in, until it expires. */
export function renderRefRoute(blobs: BlobStore): RequestHandler<{ render_ref: string }> {
  return async (request: Request<{ render_ref: string }>, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const ref = request.params.render_ref;
    const own = ownConversation(request, response, request.query.session_id);
    if (!BLOB_REF.test(ref)) {
      throw new BridgeError('body_invalid', 'This is no render_ref. Take it from the envelope, as it is.');
    }
    const found = await blobs.get(ref);
    if (!found || !own.has(found.owner)) throw noPayload();
    if ('expired' in found) {
      throw new BridgeError('render_ref_expired', 'The render_ref has expired. Ask for the same again.');
    }
    if (found.mime !== 'application/json' || found.bytes.byteLength > MAX_PAYLOAD_BYTES) throw noPayload();
    response.type('application/json').send(Buffer.from(found.bytes));
  };
}

/** The same for one that never was and for somebody else's. */
function noPayload(): BridgeError {
  return new BridgeError(
    'not_found',
    'There is nothing behind this render_ref in this session. Name the session_id of the envelope that it came with.',
  );
}
