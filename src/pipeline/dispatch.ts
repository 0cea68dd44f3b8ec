import type { DeliveryRequest } from '../protocol/channel.ts';
import { reasonOf } from '../protocol/errors.ts';
import type { DeliveryWork, Settlement } from '../protocol/kept-delivery.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { DeliveryPolicies } from '../protocol/pace.ts';
import type { Store } from '../protocol/store.ts';
import type { ChannelHolds } from './channel-holds.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { logWhenSent } from './late-log.ts';
import { move } from './receive.ts';
import { type Ending, settlementOf } from './settlement.ts';
import { untilKept } from './until-kept.ts';

export interface DispatchDeps {
  store: Store;
  channels: ReadonlyMap<string, ConnectedChannel>;
  policies: DeliveryPolicies;
  holds: ChannelHolds;
  log: Log;
  meter: Meter;
  now: () => number;
  /** How long what goes out in the place of another delivery is tried. */
  expiresAfterMs: number;
  /** 0 up to, not including, 1. */
  random: () => number;
  signal: AbortSignal;
  /** A lane can be claimed again in so many milliseconds. */
  onWaiting: (delayMs: number) => void;
  /** false: the service is stopping, and nothing new is begun. */
  mayGoOn: () => boolean;
  /** Called when the next delivery of a lane can be claimed. */
  onLaneFree: () => void;
}

/**
 * Sends one claimed delivery and settles what became of it. Gives the next one of its lane, claimed, when there is one.
 *
 * Nothing else of its lane goes out meanwhile, so order holds over retries and over a platform's waits.
 *
 * The claim was committed before this is called: the row says `sending` and counts this attempt. So whoever finds it
 * after a crash knows that it may have gone out, and does with it what the policy says, as is done here when the
 * platform's answer is lost. Sending it again is the one way to a double, and `park` closes it.
 * Throws `claim_lost` when somebody else has the delivery by now.
 */
export async function dispatch(work: DeliveryWork, deps: DispatchDeps): Promise<DeliveryWork | undefined> {
  const facts = { turn_id: work.turnId, delivery_id: work.deliveryId, channel: work.channel, attempt: work.attempt };
  const channel = deps.channels.get(work.channel);
  const ending = await attempt(work, channel, deps);
  deps.meter.deliveryTried(work.channel, ending.status);

  if (ending.status === 'moved' && channel) {
    const payload = JSON.stringify(channel.connection.readdress(JSON.parse(work.payload), ending.to));
    // The same payload again would only be told to move again.
    if (payload !== work.payload) {
      await wait(work, { state: 'waiting', atMs: deps.now(), reason: 'the conversation moved', payload }, deps);
      const from = channel.type.addressOf(work.conversation);
      if (from) await move(channel, from, ending.to, deps);
      deps.onLaneFree();
      return undefined;
    }
  }
  const nowMs = deps.now();
  if (ending.status === 'throttled' && ending.holds === 'channel') {
    deps.holds.hold(work.channel, { nowMs, untilMs: nowMs + ending.retryAfterMs });
  }
  const { whenUnknown, perChannel } = deps.policies.of(work.channel);
  const settlement = settlementOf(ending, work, { nowMs, random: deps.random(), whenUnknown });
  const instead =
    settlement.state === 'dead' ? channel?.connection.insteadOf?.(requestOf(work), settlement.reason) : undefined;
  if (settlement.state === 'dead' && instead !== undefined) {
    deps.log.error({ ...facts, reason: settlement.reason }, 'delivery given up; another one goes out in its place');
    // In the same row, so that neither is lost between the two.
    const inPlace = { payload: JSON.stringify(instead), expiresAtMs: nowMs + deps.expiresAfterMs };
    await wait(work, { state: 'waiting', atMs: nowMs, reason: settlement.reason, ...inPlace }, deps);
    return undefined;
  }
  if (settlement.state === 'waiting') {
    deps.log.warn({ ...facts, reason: settlement.reason, wait_ms: settlement.atMs - nowMs }, 'delivery waits');
    await wait(work, settlement, deps);
    return undefined;
  }
  // Where lanes share a limit, the next one to go is that of another lane: a long lane must not outrun the others.
  const takesNext = deps.mayGoOn() && !perChannel && !deps.policies.global;
  const { laneWaits, next } = await untilKept(() => deps.store.settle(work, settlement, takesNext), deps);
  if (laneWaits) deps.onLaneFree();
  if (settlement.state === 'dead') deps.log.error({ ...facts, reason: settlement.reason }, 'delivery dead');
  else deps.log.debug({ ...facts, receipt: settlement.receipt }, 'delivered');
  return next;
}

async function attempt(work: DeliveryWork, channel: ConnectedChannel | undefined, deps: DispatchDeps): Promise<Ending> {
  const nowMs = deps.now();
  if (work.expiresAtMs <= nowMs) return { status: 'expired' };
  if (!channel) return { status: 'off' };
  const untilMs = deps.holds.untilMs(work.channel, nowMs);
  if (untilMs !== undefined) return { status: 'held', untilMs };
  if (work.kind === 'edit' && work.targetReceipt === undefined) {
    return { status: 'refused', reason: 'the message to edit was never delivered' };
  }
  if (channel.type.keepsTurnLog) await logWhenSent(work, deps);
  try {
    return await channel.connection.deliver(requestOf(work));
  } catch (error) {
    // A fault of ours while sending: the platform may or may not have seen it.
    return { status: 'unknown', reason: reasonOf(error) };
  }
}

function requestOf(work: DeliveryWork): DeliveryRequest {
  const { deliveryId, kind, payload, conversation, attempt, targetReceipt, secret } = work;
  return {
    ...{ deliveryId, kind, conversation, attempt },
    payload: JSON.parse(payload),
    ...(targetReceipt !== undefined && { targetReceipt }),
    ...(secret !== undefined && { secret }),
  };
}

async function wait(
  work: DeliveryWork,
  settlement: Extract<Settlement, { state: 'waiting' }>,
  deps: DispatchDeps,
): Promise<void> {
  await untilKept(() => deps.store.settle(work, settlement), deps);
  deps.onWaiting(Math.max(0, settlement.atMs - deps.now()));
}
