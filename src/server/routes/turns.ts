import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import type { ChannelType, ChannelTypes } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Store } from '../../protocol/store.ts';
import type { Address } from '../../protocol/turn.ts';
import { channelNamed, connectedChannel } from '../channel-named.ts';
import { validated } from '../validate.ts';

const to = z.union([
  z.strictObject({ channel: z.string(), address: z.record(z.string(), z.unknown()) }),
  z.strictObject({ conversation: z.string() }),
  z.strictObject({ user: z.string(), target: z.string().default('last') }),
]);

const answers = z.union([z.enum(['asker', 'anyone']), z.array(z.union([z.string(), z.number()]).transform(String))]);

const sendAt = z.iso
  .datetime({ offset: true, error: 'must be a date and time with its offset, e.g. 2026-12-24T18:00:00+01:00' })
  .transform((text) => Date.parse(text));

const turnsBody = z.strictObject({
  to,
  turn: agentTurnSchema,
  answers: answers.optional(),
  send_at: sendAt.optional(),
  idempotency_key: z.string().min(1).max(256).optional(),
});

/** Accepts an agent turn for a conversation and delivers it. Widgets are made here, by producers, and nowhere else. */
export function turnsRoute(deps: { pipeline: Pipeline; store: Store; channelTypes: ChannelTypes }): RequestHandler {
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
      idempotencyKey: body.idempotency_key ?? request.header('idempotency-key'),
    });
    response.status(202).json(result);
  };
}

function refuseUi(body: unknown): void {
  const turn = typeof body === 'object' && body !== null && 'turn' in body ? body.turn : undefined;
  if (typeof turn === 'object' && turn !== null && 'ui' in turn) {
    throw new BridgeError(
      'ui_not_accepted',
      'A turn cannot bring its own widgets: remove "ui" and send the facts (clarification, credential_redirect, tool_results, …); the widgets are made of them.',
    );
  }
}

async function destination(
  target: z.infer<typeof to>,
  { store, channelTypes }: { store: Store; channelTypes: ChannelTypes },
): Promise<{ channel: ChannelType; address: Address }> {
  if ('channel' in target) {
    const channel = channelNamed(target.channel, channelTypes);
    const address = channel.address.safeParse(target.address);
    if (!address.success) {
      const issue = address.error.issues[0];
      throw new BridgeError(
        'address_invalid',
        `Cannot send on '${channel.name}': to.address.${issue?.path.join('.') ?? ''} is wrong: ${issue?.message ?? 'not an address'}.`,
      );
    }
    return { channel, address: address.data };
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
  if (seat && channel) return { channel, address: channel.addressOf(seat.conversation) ?? seat.address };
  throw new BridgeError(
    'user_unknown',
    'This user has not written to us in private on that channel yet, so there is no address to send to.',
  );
}
