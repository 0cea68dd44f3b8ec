import { z } from 'zod';
import type { ChannelType, ChannelTypes, Writing } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Address } from '../protocol/turn.ts';
import { DEFAULT_DESTINATION, type Destination } from './destination.ts';
import { printAsText } from './text-printer.ts';
import { type Addressed, writingOf } from './writing.ts';

export const TRIGGER = 'trigger';
const MAX_ID_CHARS = 256;

/** It goes into the names of conversations, so a lone surrogate is refused. */
const id = z
  .string()
  .min(1)
  .max(MAX_ID_CHARS)
  .refine((text) => !/\p{Cs}/u.test(text), 'must be well-formed text');

/** Shared with the route, which checks what a call names. */
export const triggerAddress = z.strictObject({
  trigger: z.string().min(1),
  user_id: id,
  session_id: id,
  reply: z.enum(['response', 'webhook']).default('webhook'),
  /** JSON, so that every value keeps its type. */
  context: z.string().default('{}'),
});

/**
 * The source of turns that outside systems bring, and the way of their answers. A conversation is that of one user in
 * one session of one trigger: the same session of another user is another conversation.
 */
export function createTriggerChannel(options: {
  /** By trigger. */
  destinations: ReadonlyMap<string, Destination>;
  channelTypes: ChannelTypes;
}): ChannelType {
  const writings = new Map<string, Writing>();
  const channel: ChannelType = {
    name: TRIGGER,
    settings: z.strictObject({}),
    isEnabled: () => true,
    address: triggerAddress,
    conversationOf: ({ trigger, user_id, session_id }) =>
      [TRIGGER, trigger, user_id, session_id].map((part) => encodeURIComponent(part ?? '')).join(':'),
    addressOf,
    deliveryLaneOf: (address) => channel.conversationOf(address),
    isShared: () => false,
    repliesPerRequest: true,
    content: { format: 'markdown', overflow: 'split', truncationSuffix: '' },
    print: printAsText,
    writingFor: ({ trigger, reply }) =>
      reply === 'response' ? { printer: channel, transformer: undefined } : (writings.get(String(trigger)) ?? unknown),
    decode() {
      throw new BridgeError('body_invalid', 'A trigger has no payload of its own: its paths say what is read.');
    },
  };
  const about = { own: channel, channelTypes: options.channelTypes, addressed };
  for (const [name, destination] of options.destinations) writings.set(name, writingOf(destination, about));
  // A trigger that the formation has no more: its answer goes where all goes that has no other place.
  const unknown = writingOf({ name: DEFAULT_DESTINATION }, about);
  return channel;
}

function addressOf(conversation: string): Address | undefined {
  const [name, trigger, user, session, ...rest] = conversation.split(':');
  if (name !== TRIGGER || !trigger || !user || !session || rest.length > 0) return undefined;
  try {
    const [trigger_name, user_id, session_id] = [trigger, user, session].map(decodeURIComponent);
    return triggerAddress.parse({ trigger: trigger_name, user_id, session_id });
  } catch {
    return undefined;
  }
}

function addressed({ user_id, session_id, context }: Address): Addressed {
  return {
    context: JSON.parse(String(context ?? '{}')),
    userId: String(user_id),
    sessionId: String(session_id),
  };
}
