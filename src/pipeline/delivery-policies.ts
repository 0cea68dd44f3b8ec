import type { ChannelType, ChannelTypes } from '../protocol/channel.ts';
import type { DeliveryPolicies, DeliveryPolicy, OutboxSettings, PaceWish, Rate } from '../protocol/pace.ts';

const NO_WISH: PaceWish = {};
const ALL_OFF: PaceWish = { perChat: 'off', perGroup: 'off', perApp: 'off' };

/** What the store has to know to pace deliveries: each platform's own limits, with an operator's wishes laid over them. */
export function deliveryPolicies(outbox: OutboxSettings, channelTypes: ChannelTypes): DeliveryPolicies {
  const policies = new Map<string, DeliveryPolicy>();
  for (const [name, type] of channelTypes) policies.set(name, policyOf(type, outbox));
  // What waits for a channel that this version does not know is never sent by it.
  const unknown: DeliveryPolicy = { whenUnknown: outbox.whenUnknown };
  return {
    of: (channel) => policies.get(channel) ?? unknown,
    ...(outbox.totalRate && { global: outbox.totalRate }),
  };
}

function policyOf({ name, pace = {}, knowsRepeats }: ChannelType, outbox: OutboxSettings): DeliveryPolicy {
  const found = outbox.rates.get(name);
  const wish = found === 'off' ? ALL_OFF : (found ?? NO_WISH);
  const perLane = chosen(wish.perChat, pace.perChat);
  const perGroup = chosen(wish.perGroup, pace.perGroup);
  const perChannel = chosen(wish.perApp, pace.perApp);
  const groupLanes = (pace.perGroup ?? wish.perGroup) === undefined ? undefined : pace.groupLanes;
  return {
    ...(perLane && { perLane }),
    ...(groupLanes && {
      otherLanes: groupLanes.map((prefix) => ({ prefix, ...(perGroup && { perLane: perGroup }) })),
    }),
    ...(perChannel && { perChannel }),
    // A platform that recognises a repeat shows it once, so there is nothing to decide.
    whenUnknown: knowsRepeats ? 'resend' : outbox.whenUnknown,
  };
}

function chosen(wish: Rate | 'off' | undefined, own: Rate | undefined): Rate | undefined {
  return wish === 'off' ? undefined : (wish ?? own);
}
