import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { BridgeError, ERROR_CODES, type ErrorCode } from '../../protocol/errors.ts';
import type { Store } from '../../protocol/store.ts';
import type { Widget } from '../../protocol/widget.ts';

/** What a web client is told of a turn. */
export interface Reply {
  content: string;
  ui?: readonly Widget[];
}

const kept = z.object({ content: z.string(), ui: z.custom<readonly Widget[]>(Array.isArray).optional() });

const POLL_MS = 50;

/**
 * The reply of a turn that was kept before, also by an earlier process; waits while it still runs.
 * Gives up when the client went away.
 */
export async function finishedTurn(
  turnId: string,
  pipeline: Pipeline,
  store: Store,
  response: Response,
): Promise<Reply | BridgeError> {
  while (!response.destroyed && !pipeline.isStopping()) {
    const turn = await store.turn(turnId);
    if (turn?.state === 'done' || turn?.state === 'dead') {
      // It failed then, and saying it again does not make it a success.
      if (turn.reason !== undefined) return failedBefore(turn.reason);
      const sent = turn.deliveries.find((delivery) => delivery.kind === 'send');
      const { content, ui } = sent ? kept.parse(JSON.parse(sent.payload)) : { content: '', ui: undefined };
      return ui ? { content, ui } : { content };
    }
    await sleep(POLL_MS);
  }
  return new BridgeError('shutting_down', 'The service is stopping. Send the request again with the same key.');
}

/** `reason` is the error code that the turn ended with. */
function failedBefore(reason: string): BridgeError {
  const code = Object.hasOwn(ERROR_CODES, reason) ? (reason as ErrorCode) : 'turn_failed';
  return new BridgeError(code, 'The turn of this key failed. Send the request again with a new key.');
}
