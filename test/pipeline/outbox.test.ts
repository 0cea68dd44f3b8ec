import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { ConnectedChannel } from '../../src/pipeline/intake/arrival.ts';
import { createOutbox } from '../../src/pipeline/outbox.ts';
import type { DeliveryOutcome, DeliveryRequest } from '../../src/protocol/channel.ts';
import type { NewDelivery } from '../../src/protocol/kept-delivery.ts';
import type { DeliveryPolicy } from '../../src/protocol/pace.ts';
import type { Store } from '../../src/protocol/store.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';
import { DAY_MS, delivery, HOUR_MS, pushOf, START_MS } from '../store/fixtures.ts';

interface Sending {
  store: Store;
  clock: { nowMs: number };
  /** Ids of the deliveries that the platform was called for, in order. */
  calls: string[];
  keep(...deliveries: NewDelivery[]): Promise<void>;
  stateOf(id: string): Promise<string | undefined>;
}

/** An outbox over a store in memory, with a platform that does what it is told. Its clock stands still until it is moved. */
function send(
  deliver: (request: DeliveryRequest, call: number) => DeliveryOutcome | Promise<DeliveryOutcome>,
  policy: Partial<DeliveryPolicy> = {},
  insteadOf?: (request: DeliveryRequest, reason: string) => unknown,
): Sending {
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const policies = { of: (): DeliveryPolicy => ({ whenUnknown: 'resend', ...policy }) };
  const store = createMemoryStore({ now, policies });
  const calls: string[] = [];
  const connection = {
    deliver(request: DeliveryRequest) {
      calls.push(request.deliveryId);
      return deliver(request, calls.length);
    },
    ...(insteadOf && { insteadOf }),
  };
  const toy = { type: { name: 'toy' }, connection } as unknown as ConnectedChannel;
  const giveUp = new AbortController();
  const outbox = createOutbox({
    ...{ store, policies, now, channels: new Map([['toy', toy]]), signal: giveUp.signal },
    log: { error() {}, warn() {}, info() {}, debug() {} },
    meter: {
      received() {},
      refused() {},
      pressed() {},
      turnEnded() {},
      widgetEmitted() {},
      deliveryTried() {},
      claimLost() {},
    },
    expiresAfterMs: DAY_MS,
    random: () => 0,
    isStarted: () => true,
    mayGoOn: () => true,
  });
  store.listen({ onWork: () => outbox.wake(), onStopAsked() {} });
  onTestFinished(async () => {
    await outbox.stop(1_000);
    giveUp.abort();
  });
  let pushes = 0;
  return {
    ...{ store, clock, calls },
    async keep(...deliveries) {
      pushes += 1;
      await store.push(pushOf(`t${pushes}`, { channel: 'toy', deliveries }));
      outbox.wake();
    },
    async stateOf(id) {
      for (let turn = 1; turn <= pushes; turn++) {
        const found = (await store.turn(`t${turn}`))?.deliveries.find(({ deliveryId }) => deliveryId === id);
        if (found) return found.reason === undefined ? found.state : `${found.state}: ${found.reason}`;
      }
      return undefined;
    },
  };
}

const toy = (id: string, more: Partial<NewDelivery> = {}) => delivery(id, { channel: 'toy', ...more });
const yes: DeliveryOutcome = { status: 'delivered', receipt: '1' };
const unknown: DeliveryOutcome = { status: 'unknown', reason: 'no answer' };
/** More than the pump's own poll takes. */
const POLLED = { timeout: 4_000 };

it('a delivery is on record as being sent, with its attempt, before the platform is called', async () => {
  const seen: unknown[] = [];
  const sending = send(async () => {
    seen.push(await sending.stateOf('d1'));
    return yes;
  });
  await sending.keep(toy('d1'));
  await expect.poll(() => sending.stateOf('d1')).toBe('delivered');
  expect(seen).toEqual(['sending']);
});

it('a platform that asks the whole app to wait is called for no chat until then', async () => {
  const sending = send((_, call) =>
    call === 1 ? { status: 'throttled', retryAfterMs: 30_000, holds: 'channel' } : yes,
  );
  await sending.keep(toy('d1', { lane: 'a' }));
  await expect.poll(() => sending.calls).toEqual(['d1']);
  await sending.keep(toy('d2', { lane: 'b' }), toy('d3', { lane: 'c' }));
  await expect.poll(() => sending.stateOf('d3')).toBe('waiting: the platform asked the whole channel to wait');
  sending.clock.nowMs += 29_999;
  await sleep(1_200);
  expect(sending.calls).toEqual(['d1']);
  sending.clock.nowMs += 1;
  await expect.poll(() => [...sending.calls].sort(), POLLED).toEqual(['d1', 'd1', 'd2', 'd3']);
});

it('a platform that asks for one chat to wait is called for the others [CH-17]', async () => {
  const sending = send((_, call) => (call === 1 ? { status: 'throttled', retryAfterMs: 30_000 } : yes));
  await sending.keep(toy('d1', { lane: 'a' }), toy('d2', { lane: 'a' }), toy('d3', { lane: 'b' }));
  await expect.poll(() => sending.stateOf('d3')).toBe('delivered');
  sending.clock.nowMs += 30_000;
  await expect.poll(() => sending.stateOf('d2'), POLLED).toBe('delivered');
  expect(sending.calls.filter((id) => id !== 'd3')).toEqual(['d1', 'd1', 'd2']);
});

it('order is kept through every kind of retry', async () => {
  const failures: DeliveryOutcome[] = [
    { status: 'unreached', reason: 'refused' },
    unknown,
    { status: 'throttled', retryAfterMs: 10 },
  ];
  const sending = send(() => failures.shift() ?? yes);
  await sending.keep(toy('d1'), toy('d2'), toy('d3'));
  const passSecond = () => {
    sending.clock.nowMs += 1_000;
    return sending.calls;
  };
  await expect.poll(passSecond, { timeout: 8_000 }).toEqual(['d1', 'd1', 'd1', 'd1', 'd2', 'd3']);
});

it('lanes that share a limit take turns: a long one does not outrun another that waits', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sending = send(
    async () => {
      await released;
      return yes;
    },
    { perChannel: { perSecond: 1, burst: 2 } },
  );
  await sending.keep(toy('a1', { lane: 'a' }), toy('b1', { lane: 'b' }));
  await sending.keep(toy('a2', { lane: 'a' }), toy('b2', { lane: 'b' }), toy('c1', { lane: 'c' }));
  await expect.poll(() => sending.calls).toEqual(['a1', 'b1']);
  sending.clock.nowMs += 1_000;
  release();
  await expect.poll(() => sending.calls.length, POLLED).toBe(3);
  expect(sending.calls[2]).toBe('c1');
});

it('a channel that breaks while it sends may have sent: the policy decides', async () => {
  const sending = send(
    ({ deliveryId }) => {
      if (deliveryId === 'd1') throw new Error('a bug');
      return yes;
    },
    { whenUnknown: 'park' },
  );
  await sending.keep(toy('d1'), toy('d2'));
  await expect.poll(() => sending.stateOf('d2')).toBe('delivered');
  expect(await sending.stateOf('d1')).toBe('dead: outcome_unknown');
});

it('an edit of which no answer was seen is made again, also where messages are parked', async () => {
  const sending = send(({ kind }, call) => (kind === 'edit' && call === 2 ? unknown : yes), { whenUnknown: 'park' });
  await sending.keep(toy('d1'), toy('e1', { kind: 'edit', targetDeliveryId: 'd1' }));
  await expect.poll(() => sending.calls).toEqual(['d1', 'e1']);
  sending.clock.nowMs += 1_000;
  await expect.poll(() => sending.stateOf('e1'), POLLED).toBe('delivered');
  expect(sending.calls).toEqual(['d1', 'e1', 'e1']);
});

it('a burst of edits of one message while it cannot be reached is one call, with the last of them', async () => {
  let isDown = false;
  const sending = send(() => (isDown ? { status: 'unreached', reason: 'down' } : yes));
  await sending.keep(toy('d1'));
  await expect.poll(() => sending.stateOf('d1')).toBe('delivered');
  isDown = true;
  for (let number = 1; number <= 20; number++) {
    await sending.keep(toy(`e${number}`, { kind: 'edit', targetDeliveryId: 'd1' }));
  }
  await expect.poll(() => sending.calls.length).toBe(2);
  isDown = false;
  sending.clock.nowMs += 1_000;
  await expect.poll(() => sending.stateOf('e20'), POLLED).toBe('delivered');
  expect(sending.calls).toEqual(['d1', 'e1', 'e20']);
  expect(await sending.stateOf('e7')).toBe('superseded');
});

it('a scheduled delivery goes out when the clock says so, however the clock gets there', async () => {
  const sending = send(() => yes);
  await sending.keep(toy('later', { notBeforeMs: START_MS + HOUR_MS, expiresAtMs: START_MS + DAY_MS }));
  await sending.keep(toy('now'));
  await expect.poll(() => sending.stateOf('now')).toBe('delivered');
  expect(await sending.stateOf('later')).toBe('scheduled');
  sending.clock.nowMs -= HOUR_MS;
  await sleep(1_100);
  expect(await sending.stateOf('later')).toBe('scheduled');
  sending.clock.nowMs += 2 * HOUR_MS;
  await expect.poll(() => sending.stateOf('later'), POLLED).toBe('delivered');
  expect(sending.calls).toEqual(['now', 'later']);
});

it('a wait does not last an hour longer because the clock was set back by one', async () => {
  const sending = send((_, call) => (call === 1 ? { status: 'throttled', retryAfterMs: 2_000 } : yes));
  await sending.keep(toy('d1'));
  await expect.poll(() => sending.calls).toEqual(['d1']);
  sending.clock.nowMs -= HOUR_MS;
  await expect.poll(() => sending.stateOf('d1'), POLLED).toBe('delivered');
});

it('what stands in for a delivery that was given up goes out in its place, before what waits behind it', async () => {
  const sent: unknown[] = [];
  const sending = send(
    ({ payload }) => {
      sent.push(payload);
      return (payload as { text?: string }).text === 'd1' ? { status: 'refused', reason: 'no such chat' } : yes;
    },
    {},
    (_request, reason) => ({ instead: reason }),
  );
  await sending.keep(toy('d1'), toy('d2'));
  await expect.poll(() => sending.stateOf('d2'), POLLED).toBe('delivered');
  expect(sent).toEqual([{ text: 'd1' }, { instead: 'no such chat' }, { text: 'd2' }]);
  expect(sending.calls).toEqual(['d1', 'd1', 'd2']);
});

it('it has a time of its own: also where the first one has expired, and where nobody knew what became of it', async () => {
  const sent: unknown[] = [];
  const sending = send(
    ({ payload }) => {
      sent.push(payload);
      return (payload as { text?: string }).text === 'd2' ? unknown : yes;
    },
    { whenUnknown: 'park' },
    (_request, reason) => ({ instead: reason }),
  );
  await sending.keep(toy('d1', { expiresAtMs: START_MS }), toy('d2'));
  await expect.poll(() => sending.stateOf('d2'), POLLED).toBe('delivered');
  expect(sent).toEqual([{ instead: 'expired' }, { text: 'd2' }, { instead: 'outcome_unknown' }]);
});

it('where nothing stands in for it, it is dead', async () => {
  const sending = send(
    () => ({ status: 'refused', reason: 'no' }),
    {},
    () => undefined,
  );
  await sending.keep(toy('d1'));
  await expect.poll(() => sending.stateOf('d1')).toBe('dead: no');
});
