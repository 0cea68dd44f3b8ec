import type { Response } from 'express';
import type { TurnEnding } from '../../pipeline/following/turn-ending.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { BridgeError } from '../../protocol/errors.ts';
import type { Inbound, Received } from '../../protocol/inbound.ts';
import type { Store } from '../../protocol/store.ts';
import { finishedTurn, type Reply } from './finished-turn.ts';
import { assertSame } from './same-request.ts';

export interface Awaited {
  turnId: string;
  reply: Reply | BridgeError;
  /** What a press or an answer came to. Absent where the reply was there before this was known. */
  received?: Received;
}

/**
 * Hands an inbound to the pipeline and waits for what is said to it, in this process or another one. A press that does
 * not count gives no reply but its toast.
 */
export function awaitReply(
  { channel, inbound, turnId: ownTurnId }: { channel: string; inbound: Inbound; turnId: string },
  { pipeline, store, response }: { pipeline: Pipeline; store: Store; response: Response },
): Promise<Awaited> {
  return new Promise((resolve, reject) => {
    const listener = (ending: TurnEnding) => {
      const reply = 'failed' in ending ? ending.failed : { content: ending.envelope.text, ui: ending.envelope.widgets };
      resolve({ turnId: ownTurnId, reply });
    };
    const isOver = () => response.destroyed || response.writableEnded;
    const locale = response.req.acceptsLanguages()[0];
    const unfollow = pipeline.follow(ownTurnId, listener);
    response.once('close', unfollow);
    if (isOver()) unfollow();
    pipeline
      .receive(channel, inbound, { turnId: ownTurnId })
      .then(async (received) => {
        const { status, turnId = ownTurnId, toast } = received;
        if (status === 'duplicate') assertSame(ownTurnId, turnId);
        if (status === 'ignored' && toast) return resolve({ turnId, reply: { content: toast.text }, received });
        // Kept is not begun here: another instance may take it, and it may have been taken before.
        resolve({ turnId, reply: await finishedTurn(turnId, { pipeline, store, isOver, locale }), received });
      })
      .catch(reject);
  });
}
