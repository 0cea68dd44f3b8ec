import type { RequestHandler } from 'express';
import { z } from 'zod';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { validated } from '../validate.ts';
import { answersSchema, refuseUi, sendAtSchema } from './push-body.ts';
import { addressOn, preferredOf, type ReachDeps } from './reach.ts';

const notificationBody = z
  .strictObject({
    user: z.string().min(1).optional(),
    channel: z.string().min(1).optional(),
    message: z.string().min(1).optional(),
    turn: agentTurnSchema.optional(),
    context: z.record(z.string(), z.unknown()).optional(),
    answers: answersSchema.optional(),
    send_at: sendAtSchema.optional(),
    idempotency_key: z.string().min(1).max(256).optional(),
  })
  .refine(({ message, turn }) => (message === undefined) !== (turn === undefined), 'give either message or turn');

/** Sends something unasked: on the channel that is named, else on the user's preferred one, else on the formation's default. */
export function notificationsRoute(deps: ReachDeps): RequestHandler {
  return async (request, response) => {
    refuseUi(request.body);
    const body = validated(notificationBody, request.body);
    const { user: userId, context, channel: name } = body;
    const reached =
      name === undefined
        ? await preferredOf({ userId, context }, deps)
        : { ...(await addressOn(name, { userId, context }, deps)), via: 'explicit' as const };
    if (!reached) {
      throw new BridgeError(
        'user_unknown',
        'There is no channel to send this on: none is named, none is known as preferred for this user, and the formation has no proactive.default_channel.',
      );
    }
    const { via, ...to } = reached;
    const result = await deps.pipeline.push({
      ...to,
      turn: body.turn ?? { text: body.message ?? '' },
      answers: body.answers === 'asker' ? undefined : body.answers,
      sendAtMs: body.send_at,
      idempotencyKey: body.idempotency_key ?? idempotencyKeyOf(request),
    });
    response.status(202).json({ ...result, via });
  };
}
