import { BridgeError } from '../protocol/errors.ts';

/** A turn was ended or put back by somebody who does not hold it. */
export function turnNotRunning(turnId: string): BridgeError {
  return new BridgeError(
    'internal',
    `Cannot end turn '${turnId}': it is not running. Only a turn that was claimed ends, and only once.`,
    { facts: { turn_id: turnId } },
  );
}

/** A delivery was settled by somebody who does not hold it. */
export function deliveryNotSending(deliveryId: string): BridgeError {
  return new BridgeError(
    'internal',
    `Cannot settle delivery '${deliveryId}': it is not being sent. Only a delivery that was claimed is settled, and only once.`,
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
