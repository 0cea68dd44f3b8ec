import type { RequestHandler } from 'express';
import { z } from 'zod';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { channelNamed, connectedChannel } from '../channel-named.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { validated } from '../validate.ts';
import { answersSchema, refuseUi, sendAtSchema } from './push-body.ts';
import { addressIn, addressOfSeat, addressOn, type ReachDeps, type Reached, wishOf } from './reach.ts';

const to = z.union([
  z.strictObject({ channel: z.string(), address: z.record(z.string(), z.unknown()) }),
  z.strictObject({ conversation: z.string() }),
  z.strictObject({ user: z.string(), target: z.string().default('last') }),
]);

const turnsBody = z.strictObject({
  to,
  turn: agentTurnSchema,
  answers: answersSchema.optional(),
  send_at: sendAtSchema.optional(),
  idempotency_key: z.string().min(1).max(256).optional(),
});

/** Accepts an agent turn for a conversation and delivers it. Widgets are made here, by producers, and nowhere else. */
export function turnsRoute(deps: ReachDeps): RequestHandler {
  return async (request, response) => {
    refuseUi(request.body);
    const body = validated(turnsBody, request.body);
    const { channel, address } = await destination(body.to, deps);
    connectedChannel(channel.name, deps);
    if (body.answers === 'asker') {
      throw new BridgeError('answers_required', 'A pushed turn has no asker. Set answers to "anyone" or to user ids.');
    }
    const result = await deps.pipeline.push({
      channel,
      address,
      turn: body.turn,
      answers: body.answers,
      sendAtMs: body.send_at,
      idempotencyKey: body.idempotency_key ?? idempotencyKeyOf(request),
    });
    response.status(202).json(result);
  };
}

async function destination(target: z.infer<typeof to>, deps: ReachDeps): Promise<Reached> {
  const { store, channelTypes } = deps;
  if ('channel' in target) {
    const channel = channelNamed(target.channel, channelTypes);
    return { channel, address: addressIn(channel, target.address) };
  }
  if ('conversation' in target) {
    const conversation = await store.currentName(target.conversation);
    const channel = channelTypes.get(conversation.split(':', 1)[0] ?? '');
    const address = channel?.addressOf(conversation);
    if (channel && address) return { channel, address };
    throw new BridgeError(
      'conversation_unknown',
      'There is no such conversation. Take its name from a turn or a push.',
    );
  }
  if (target.target === 'preferred') {
    const { preferred } = await wishOf(target.user, store);
    if (preferred !== undefined) return addressOn(preferred, { userId: target.user }, deps);
  }
  const isAny = target.target === 'last' || target.target === 'preferred';
  const seats = (await store.seats(target.user)).filter(({ channel }) => isAny || channel === target.target);
  if (new Set(seats.map(({ channel }) => channel)).size > 1) {
    // The same id on two channels may be two people.
    throw new BridgeError(
      'user_ambiguous',
      'This user id is known on several channels, and may be another person on each. Name the channel as target.',
    );
  }
  const seat = seats[0];
  const channel = seat && channelTypes.get(seat.channel);
  if (seat && channel) return { channel, address: addressOfSeat(seat, channel) };
  throw new BridgeError(
    'user_unknown',
    'This user has not written to us in private on that channel yet, so there is no address to send to.',
  );
}
