import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ChannelType, ChannelTypes } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Seat } from '../../protocol/person-data.ts';
import type { Store } from '../../protocol/store.ts';
import type { Address } from '../../protocol/turn.ts';
import { PROACTIVE } from '../../webhooks/proactive-channel.ts';
import { channelNamed } from '../channel-named.ts';

export interface ReachDeps {
  pipeline: Pipeline;
  store: Store;
  /** Channels that something can be pushed to. */
  channelTypes: ChannelTypes;
  /** Names of the formation's proactive channels. */
  proactive: { names: readonly string[]; defaultChannel?: string };
}

/** How a user wants to be reached: the channel that goes before others, and addresses by channel. */
export const wishSchema = z.strictObject({
  preferred: z.string().min(1).optional(),
  channels: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

export type Wish = z.infer<typeof wishSchema>;

export interface Reached {
  channel: ChannelType;
  address: Address;
}

export async function wishOf(userId: string, store: Store): Promise<Wish> {
  const kept = await store.userChannels(userId);
  return kept === undefined ? { channels: {} } : wishSchema.parse(JSON.parse(kept));
}

/**
 * The address of a user on a channel: the one that was set, else where they wrote last. A proactive channel has no user;
 * what was set for it goes into its template. Throws `channel_off`, `user_unknown` or `address_invalid`.
 */
export async function addressOn(
  name: string,
  about: { userId: string | undefined; context?: Readonly<Record<string, unknown>> | undefined },
  deps: ReachDeps,
): Promise<Reached> {
  const { pipeline, store, channelTypes, proactive } = deps;
  const { userId, context = {} } = about;
  const set = userId === undefined ? undefined : (await wishOf(userId, store)).channels[name];
  if (proactive.names.includes(name)) {
    const channel = channelNamed(PROACTIVE, channelTypes);
    return { channel, address: addressIn(channel, { channel: name, context: { ...set, ...context } }) };
  }
  const channel = channelNamed(name, channelTypes);
  if (!pipeline.channels.has(channel.name)) {
    throw new BridgeError('channel_off', `Cannot send on '${channel.name}': the channel is not connected.`);
  }
  if (set) return { channel, address: addressIn(channel, set) };
  if (userId === undefined) {
    throw new BridgeError('body_invalid', `Cannot send on '${channel.name}' without a user. Name the user, too.`);
  }
  const seat = (await store.seats(userId)).find((one) => one.channel === channel.name);
  if (seat) return { channel, address: addressOfSeat(seat, channel) };
  throw new BridgeError(
    'user_unknown',
    `This user has not written to us in private on '${channel.name}' yet, and no address is set there. Set one with PUT /v1/users/<id>/channels.`,
  );
}

/** The address of a seat as it was used last, unless the conversation has moved since. */
export function addressOfSeat({ conversation, address }: Seat, channel: ChannelType): Address {
  return channel.conversationOf(address) === conversation ? address : (channel.addressOf(conversation) ?? address);
}

/** Checks an address as a caller writes it. */
export function addressIn(channel: ChannelType, given: unknown): Address {
  const address = channel.address.safeParse(given);
  if (address.success) return address.data;
  const issue = address.error.issues[0];
  throw new BridgeError(
    'address_invalid',
    `Cannot send on '${channel.name}': the address's ${issue?.path.join('.') || 'form'} is wrong: ${issue?.message ?? 'not an address'}.`,
  );
}

/**
 * Where somebody is reached who was to be reached on no channel in particular: the one that was set as preferred, else
 * the only one that they wrote on, else the formation's default. Nothing where there is none of these.
 */
export async function preferredOf(
  about: { userId: string | undefined; context?: Readonly<Record<string, unknown>> | undefined },
  deps: ReachDeps,
): Promise<(Reached & { via: 'preferred' | 'default' }) | undefined> {
  const { userId } = about;
  const own = userId === undefined ? undefined : await ownChannel(userId, deps);
  if (own !== undefined) {
    const reached = await addressOn(own, about, deps).catch(orNothing);
    if (reached) return { ...reached, via: 'preferred' };
  }
  const { defaultChannel } = deps.proactive;
  if (defaultChannel === undefined) return undefined;
  return { ...(await addressOn(defaultChannel, about, deps)), via: 'default' };
}

/**
 * The same id on two channels may be two people, so neither is theirs unless it was set. What is read only by whoever asked
 * for it reaches nobody who did not ask.
 */
async function ownChannel(userId: string, { store, channelTypes }: ReachDeps): Promise<string | undefined> {
  const { preferred } = await wishOf(userId, store);
  if (preferred !== undefined) return preferred;
  const seats = await store.seats(userId);
  const seen = new Set(
    seats.map(({ channel }) => channel).filter((name) => !channelTypes.get(name)?.repliesPerRequest),
  );
  return seen.size === 1 ? [...seen][0] : undefined;
}

/** A preferred channel that cannot be used now is passed over. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof BridgeError) || error.status >= 500) throw error;
  return undefined;
}
