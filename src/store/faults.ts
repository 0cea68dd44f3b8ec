import { BridgeError } from '../protocol/errors.ts';

/** A turn was ended, put back or added to by somebody who does not hold it any more. */
export function turnClaimLost(turnId: string): BridgeError {
  return new BridgeError(
    'claim_lost',
    `Cannot end turn '${turnId}': whoever ends it does not hold it any more. It was claimed anew, ended or erased meanwhile; nothing of this end was kept.`,
    { facts: { turn_id: turnId } },
  );
}

/** A delivery was settled by somebody who does not hold it any more. */
export function deliveryClaimLost(deliveryId: string): BridgeError {
  return new BridgeError(
    'claim_lost',
    `Cannot settle delivery '${deliveryId}': whoever settles it does not hold it any more. It was claimed anew, settled or erased meanwhile; nothing of this was kept.`,
    { facts: { delivery_id: deliveryId } },
  );
}

/** Something was asked of a store after `close()`. */
export function storeClosed(): BridgeError {
  return new BridgeError(
    'shutting_down',
    'The store is closed: the service is stopping. Send the request again later.',
  );
}
