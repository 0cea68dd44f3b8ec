import type { DeliveryOutcome } from '../protocol/channel.ts';
import { reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Meter } from '../protocol/meter.ts';
import type { DeliveryClaim, DeliveryWork, Settlement, Store } from '../protocol/store.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { move } from './receive.ts';
import { untilKept } from './until-kept.ts';

export interface DispatchDeps {
  store: Store;
  channels: ReadonlyMap<string, ConnectedChannel>;
  log: Log;
  meter: Meter;
  now: () => number;
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

const CHANNEL_OFF_RETRY_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Sends one claimed delivery and settles what became of it. Gives the next one of its lane, claimed, when there is one.
 *
 * Nothing else of its lane goes out meanwhile, so order holds over retries and over a platform's waits.
 * A crash between the platform's yes and our note of it sends the message again: that is the one way to a double.
 * Throws `claim_lost` when somebody else has the delivery by now.
 */
export async function dispatch(work: DeliveryWork, deps: DispatchDeps): Promise<DeliveryWork | undefined> {
  const facts = { turn_id: work.turnId, delivery_id: work.deliveryId, channel: work.channel, attempt: work.attempt };
  const channel = deps.channels.get(work.channel);
  const outcome = await attempt(work, channel, deps);
  deps.meter.deliveryTried(work.channel, outcome.status);

  if (outcome.status === 'moved' && channel) {
    const payload = JSON.stringify(channel.connection.readdress(JSON.parse(work.payload), outcome.to));
    // The same payload again would only be told to move again.
    if (payload !== work.payload) {
      await wait(work, { state: 'waiting', atMs: deps.now(), reason: 'the conversation moved', payload }, deps);
      const from = channel.type.addressOf(work.conversation);
      if (from) await move(channel, from, outcome.to, deps);
      deps.onLaneFree();
      return undefined;
    }
  }
  const settlement = settlementOf(outcome, work, deps);
  if (settlement.state === 'waiting') {
    deps.log.warn({ ...facts, reason: settlement.reason, wait_ms: settlement.atMs - deps.now() }, 'delivery waits');
    await wait(work, settlement, deps);
    return undefined;
  }
  const { laneWaits, next } = await untilKept(() => deps.store.settle(claimOf(work), settlement, deps.mayGoOn()), deps);
  if (laneWaits) deps.onLaneFree();
  if (settlement.state === 'dead') deps.log.error({ ...facts, reason: settlement.reason }, 'delivery dead');
  else deps.log.debug({ ...facts, receipt: settlement.receipt }, 'delivered');
  return next;
}

function claimOf({ deliveryId, epoch }: DeliveryWork): DeliveryClaim {
  return { deliveryId, epoch };
}

type Attempt = DeliveryOutcome | { status: 'expired' } | { status: 'off' };

async function attempt(
  work: DeliveryWork,
  channel: ConnectedChannel | undefined,
  deps: DispatchDeps,
): Promise<Attempt> {
  if (work.expiresAtMs <= deps.now()) return { status: 'expired' };
  if (!channel) return { status: 'off' };
  if (work.kind === 'edit' && work.targetReceipt === undefined) {
    return { status: 'refused', reason: 'the message to edit was never delivered' };
  }
  try {
    return await channel.connection.deliver({
      deliveryId: work.deliveryId,
      kind: work.kind,
      payload: JSON.parse(work.payload),
      ...(work.targetReceipt !== undefined && { targetReceipt: work.targetReceipt }),
    });
  } catch (error) {
    // A fault of ours while sending: the platform may or may not have seen it.
    return { status: 'unreached', reason: reasonOf(error) };
  }
}

function settlementOf(outcome: Attempt, work: DeliveryWork, deps: DispatchDeps): Settlement {
  switch (outcome.status) {
    case 'delivered':
      return { state: 'delivered', ...(outcome.receipt !== undefined && { receipt: outcome.receipt }) };
    case 'throttled':
      return { state: 'waiting', atMs: deps.now() + outcome.retryAfterMs, reason: 'the platform asked to wait' };
    case 'unreached':
      return { state: 'waiting', atMs: deps.now() + backoffMs(work.attempt, deps.random()), reason: outcome.reason };
    case 'off':
      return { state: 'waiting', atMs: deps.now() + CHANNEL_OFF_RETRY_MS, reason: 'the channel is off' };
    case 'refused':
      return { state: 'dead', reason: outcome.reason };
    case 'expired':
      return { state: 'dead', reason: 'it was not delivered in time' };
    case 'moved':
      return { state: 'dead', reason: 'the conversation is said to have moved to where it is' };
    default:
      return outcome satisfies never;
  }
}

async function wait(
  work: DeliveryWork,
  settlement: Extract<Settlement, { state: 'waiting' }>,
  deps: DispatchDeps,
): Promise<void> {
  await untilKept(() => deps.store.settle(claimOf(work), settlement), deps);
  deps.onWaiting(Math.max(0, settlement.atMs - deps.now()));
}

/** Exponential with full jitter in its upper half: 0.25-0.5 s, 0.5-1 s, … up to 5 minutes. */
export function backoffMs(attempt: number, random: number): number {
  const ceilingMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 20));
  return Math.round(ceilingMs * (0.5 + random / 2));
}
