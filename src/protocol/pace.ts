/** How fast something may happen: `perSecond` on average, `burst` at once. Both above 0. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** How the deliveries of a channel are paced, and what becomes of one whose send ended without an answer. */
export interface DeliveryPolicy {
  /** In one delivery lane, e.g. a chat. Absent = no limit. */
  perLane?: Rate;
  /** In lanes whose names begin like this, e.g. those of groups, instead of `perLane`; without a rate no limit. The first that fits counts. */
  otherLanes?: readonly { prefix: string; perLane?: Rate }[];
  /** Of the whole channel, that is, of one app at the platform. */
  perChannel?: Rate;
  /**
   * When the process died between the send and its answer. `resend`: it goes out again, perhaps a second time.
   * `park`: it is dead with the reason `outcome_unknown`, until an operator decides.
   */
  whenUnknown: 'resend' | 'park';
}

/** What a store has to know to pace deliveries. `global` holds over all channels. */
export interface DeliveryPolicies {
  of(channel: string): DeliveryPolicy;
  global?: Rate;
}

/** How fast a platform takes what one app sends. An absent rate = no limit is known. */
export interface ChannelPace {
  /** In one delivery lane, e.g. a chat. */
  perChat?: Rate;
  /** In a delivery lane of a group, where the platform has another limit for those. Absent = `perChat`. */
  perGroup?: Rate;
  /** How the names of the delivery lanes of groups begin. Absent = groups are not told apart. */
  groupLanes?: readonly string[];
  /** Of the app as a whole, over all its chats. */
  perApp?: Rate;
}

/** What an operator wants instead of a channel's own pace; what is absent stays as it is. */
export interface PaceWish {
  perChat?: Rate | 'off';
  perGroup?: Rate | 'off';
  perApp?: Rate | 'off';
}

/** What an operator decides about everything that is sent. */
export interface OutboxSettings {
  /** A message that could not be delivered for so long is given up. */
  expiresAfterMs: number;
  /** What becomes of a message that went out and of which no answer was seen, where the platform cannot tell a repeat. */
  whenUnknown: 'resend' | 'park';
  /** Over all channels together. Absent = no limit. */
  totalRate?: Rate;
  /** By channel. `off`: no limit of ours; the platform's own refusals are heeded all the same. */
  rates: ReadonlyMap<string, PaceWish | 'off'>;
}
