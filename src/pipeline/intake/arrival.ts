import type { Seal } from '../../callback/seal.ts';
import type { ChannelConnection, ChannelType } from '../../protocol/channel.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import type { Log } from '../../protocol/log.ts';
import type { Meter } from '../../protocol/meter.ts';
import type { Acceptance, Store } from '../../protocol/store.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import type { Beginning } from '../beginning.ts';
import type { Followers } from '../following/followers.ts';
import { seatOfConversation } from '../known-conversations.ts';
import type { SeenLately } from '../seen-lately.ts';
import type { Say } from '../sentences.ts';
import type { SayIn } from '../speak.ts';

import type { CommandIn } from './commands.ts';
import type { Notices } from './notices.ts';

/** A channel that is connected, with its type. */
export interface ConnectedChannel {
  type: ChannelType;
  connection: ChannelConnection;
}

export interface ReceiveDeps {
  store: Store;
  seal: Seal;
  rules: TurnRules;
  /** What `/help` says of the bot, above its commands. Absent = nothing. */
  description?: string | undefined;
  commandIn: CommandIn;
  notices: Notices;
  say: Say;
  sayIn: SayIn;
  log: Log;
  meter: Meter;
  now: () => number;
  beginning: Beginning;
  /** How long an edit is tried. */
  expiresAfterMs: number;
  seenLately: SeenLately;
  followers: Pick<Followers, 'tellEnd'>;
  /** Whether the agent is a remote runtime, whose widgets have ids that are not sealed here. */
  agentMakesWidgets: boolean;
  /** By the channel that is forwarded. */
  forwards: ReadonlyMap<string, unknown>;
}

/** An inbound on its way into the store. */
export interface Arrival {
  channel: ConnectedChannel;
  inbound: Inbound;
  turnId: string;
  /** The same, where the caller chose it and not we. */
  givenTurnId?: string | undefined;
  /** The name that the conversation has today. */
  conversation: string;
  isShared: boolean;
  /** Whether another runtime gets what arrives, and decides what it means. */
  isForwarded: boolean;
  nowMs: number;
}

/** What every inbound is kept with. */
export function acceptanceOf(arrival: Arrival, deps: ReceiveDeps): Acceptance {
  const { channel, inbound, turnId, conversation, nowMs } = arrival;
  const acceptance: Acceptance = {
    turnId,
    channel: channel.type.name,
    dedupeKey: inbound.dedupeKey,
    conversation,
    raw: inbound.raw,
    receivedAtMs: nowMs,
  };
  if (inbound.event.type === 'message') acceptance.messageId = inbound.event.messageId;
  if (inbound.isAttributable) acceptance.personId = inbound.person.id;
  const seat = seatIn(arrival);
  if (seat && !deps.seenLately.has(seat.userId, conversation, nowMs)) acceptance.seat = seat;
  return acceptance;
}

/** A person in private, or what makes a conversation known. */
function seatIn({ inbound, conversation, isShared }: Arrival): Acceptance['seat'] {
  const { person, address, isAttributable, makesKnown } = inbound;
  if (isShared) return makesKnown && seatOfConversation(conversation, address);
  return isAttributable ? { userId: person.id, address } : undefined;
}
