import { expect, it } from 'vitest';
import { answer, delivery, keepDeliveries, message, pushOf, question, START_MS } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';
import { describeOnServer } from './on-server.ts';

import { openSeveral, until } from './several.ts';

const pair = async (options = {}) => {
  const { stores, url } = await openSeveral(2, options);
  const [first, second] = stores as [RememberingStore, RememberingStore];
  return { first, second, url };
};

describeOnServer('stores on one database', () => {
  it('give every turn and every delivery to one of them', async () => {
    const { stores } = await openSeveral(3);
    const [first] = stores as [RememberingStore];
    const names = Array.from({ length: 100 }, (_, index) => `c${index}`);
    await Promise.all(names.map((name) => first.accept(message(name, { conversation: name }))));
    await keepDeliveries(first, ...names.map((name) => delivery(`d ${name}`, { lane: name })));

    const turns = await Promise.all([...stores, ...stores].map((store) => store.claimTurns(40)));
    const deliveries = await Promise.all(
      [...stores, ...stores].map((store) => store.claimDeliveries({ limit: 40, nowMs: START_MS })),
    );

    expect(turns.flat().map(({ turnId }) => turnId)).toHaveLength(100);
    expect(new Set(turns.flat().map(({ turnId }) => turnId)).size).toBe(100);
    const claimed = deliveries.flatMap((each) => each.deliveries.map(({ deliveryId }) => deliveryId));
    expect(claimed).toHaveLength(100);
    expect(new Set(claimed).size).toBe(100);
  });

  it('keep one of two equal inbounds that come at the same instant, a thousand times', {
    timeout: 60_000,
  }, async () => {
    const { first, second } = await pair();

    const pairs = await inGroups(1_000, 20, (number) => {
      // Every other time the platform says two conversations for one update.
      const conversation = (side: number) => (number % 2 === 0 ? `c${number}` : `c${number}.${side}`);
      const inbound = (side: number) =>
        message(`t${number}.${side}`, { dedupeKey: `k${number}`, conversation: conversation(side) });
      return Promise.all([first.accept(inbound(1)), second.accept(inbound(2))]);
    });

    const kept = pairs.map((both) => both.map(({ status }) => status).sort());
    expect(kept).toEqual(Array.from({ length: 1_000 }, () => ['accepted', 'duplicate']));
    expect((await first.counts()).waitingTurns).toBe(1_000);
  });

  it('let one of two presses that come at the same instant win, a thousand times', { timeout: 60_000 }, async () => {
    const { first, second } = await pair();
    const numbers = Array.from({ length: 1_000 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) =>
        first.push(pushOf(`p${number}`, { questions: [question('ui_1', { conversation: `c${number}` })] })),
      ),
    );

    const pairs = await inGroups(1_000, 20, (number) => {
      const press = (side: number) =>
        message(`t${number}.${side}`, {
          conversation: `c${number}`,
          claim: { response: answer('ui_1', `side ${side}`), whenLost: 'drop' },
        });
      return Promise.all([first.accept(press(1)), second.accept(press(2))]);
    });

    const outcomes = pairs.map((both) => both.map(({ status }) => status).sort());
    expect(outcomes).toEqual(Array.from({ length: 1_000 }, () => ['accepted', 'lost']));
    const [won] = await first.questions('c7', START_MS);
    const winner = pairs[7]?.[0].status === 'accepted' ? 'side 1' : 'side 2';
    expect(won).toMatchObject({ answered: { label: winner } });
  });

  it('keep one of two pushes with one key that come at the same instant', async () => {
    const { first, second } = await pair();

    const pairs = await inGroups(100, 10, (number) => {
      const push = (side: number) =>
        pushOf(`p${number}.${side}`, { idempotencyKey: `k${number}`, deliveries: [delivery(`d${number}.${side}`)] });
      return Promise.all([first.push(push(1)), second.push(push(2))]);
    });

    expect(pairs.map((both) => both.map(({ status }) => status).sort())).toEqual(
      Array.from({ length: 100 }, () => ['accepted', 'duplicate']),
    );
    expect((await first.counts()).waitingDeliveries).toBe(100);
  });

  it('wake each other within 200 ms, and themselves not', async () => {
    const { first, second } = await pair();
    let ownWakes = 0;
    first.listen({ onWork: () => (ownWakes += 1), onStopAsked() {} });
    const waitsMs: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const woken = new Promise<void>((resolve) => second.listen({ onWork: resolve, onStopAsked() {} }));
      await first.accept(message(`t${round}`, { conversation: `c${round}` }));
      const keptMs = performance.now();
      await woken;
      waitsMs.push(performance.now() - keptMs);
    }

    expect(Math.min(...waitsMs)).toBeLessThan(200);
    expect(ownWakes).toBe(0);
  });

  it('do not wake each other for what was taken', async () => {
    const { first, second } = await pair();
    let wakes = 0;
    second.listen({ onWork: () => (wakes += 1), onStopAsked() {} });

    await first.accept(message('t1', { take: { turns: true, deliveries: true } }));
    await first.accept(message('t2', { conversation: 'other' }));
    await until('the second is woken', () => wakes > 0);

    expect(wakes).toBe(1);
  });

  it('tell each other what is said in turns, and who is read', async () => {
    const { stores } = await openSeveral(2);
    const [first, second] = stores as [RememberingStore, RememberingStore];
    const told: string[] = [];
    const hearer = (name: string) => ({
      onWork() {},
      onStopAsked() {},
      onLogged: (turnIds: readonly string[]) => told.push(`${name}: ${turnIds.join()} grew`),
      onReading: (turnIds: readonly string[]) => told.push(`${name}: ${turnIds.join()} is read`),
    });
    first.listen(hearer('first'));
    second.listen(hearer('second'));
    await first.accept(message('t1'));
    const [work] = await first.claimTurns(1);
    const epoch = work?.epoch ?? 0;

    const said = { type: 'text' as const, delta: 'a', seq: 1 };
    await first.turnLog.append({ turnId: 't1', epoch, run: 1, events: [said], replaces: true });
    await until('the second hears of it', () => told.includes('second: t1 grew'));
    expect((await second.turnLog.read('t1'))?.events).toEqual([said]);
    await second.turnLog.tellReading(['t1']);
    await until('the first hears who reads', () => told.includes('first: t1 is read'));
    const log = { run: 1, events: [{ type: 'done' as const, seq: 2 }], replaces: false };
    await first.finishTurn({ turnId: 't1', state: 'done', deliveries: [], questions: [], log });
    await until('the second hears of the end', () => told.filter((one) => one === 'second: t1 grew').length === 2);
    expect(told.filter((one) => one.startsWith('first'))).toEqual(['first: t1 is read']);
  });

  it('tell the one that runs a turn that it is to stop, and nobody else', async () => {
    const { stores } = await openSeveral(3);
    const [first, second, third] = stores as [RememberingStore, RememberingStore, RememberingStore];
    const told: string[] = [];
    for (const [name, store] of Object.entries({ first, second, third })) {
      store.listen({ onWork() {}, onStopAsked: (turnId) => told.push(`${name} ${turnId}`) });
    }
    await first.accept(message('t1', { take: { turns: true, deliveries: true } }));
    await first.accept(message('t2'));
    await first.accept(message('t3', { conversation: 'other' }));
    await second.claimTurns(10);

    expect(await third.stopTurns('telegram:42')).toEqual({
      running: 't1',
      waitingEnded: 1,
      raws: Array(2).fill(expect.any(String)),
    });
    expect(await third.stopTurns('other')).toEqual({ running: 't3', waitingEnded: 0, raws: [expect.any(String)] });

    await until('both are told', () => told.length === 2);
    expect(told.sort()).toEqual(['first t1', 'second t3']);
  });

  it('count one limit together, however they divide it', async () => {
    const { first, second } = await pair();
    const limits = [{ bucket: 'person ann', rate: { perSecond: 1, burst: 10 } }];

    const accepted = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        (number % 2 === 0 ? first : second).accept(message(`t${number}`, { conversation: `c${number}`, limits })),
      ),
    );

    expect(accepted.filter(({ status }) => status === 'accepted')).toHaveLength(10);
    expect(accepted.filter(({ status }) => status === 'limited')).toHaveLength(30);
  });

  it('keep one pace together, over the channel and over all', async () => {
    const policies = {
      of: () => ({ perChannel: { perSecond: 1, burst: 4 }, whenUnknown: 'resend' as const }),
      global: { perSecond: 1, burst: 6 },
    };
    const { first, second } = await pair({ policies });
    const lanes = Array.from({ length: 20 }, (_, number) => `lane ${number}`);
    for (const channel of ['telegram', 'slack']) {
      const all = lanes.map((lane) => delivery(`${channel} ${lane}`, { channel, lane: `${channel} ${lane}` }));
      await first.push(pushOf(`p ${channel}`, { deliveries: all }));
    }

    const claims = await Promise.all(
      [first, second, first, second].map((store) => store.claimDeliveries({ limit: 10, nowMs: START_MS })),
    );

    const channels = claims.flatMap((each) => each.deliveries.map(({ channel }) => channel));
    expect(channels).toHaveLength(6);
    expect(channels.filter((channel) => channel === 'telegram').length).toBeLessThanOrEqual(4);
    expect(channels.filter((channel) => channel === 'slack').length).toBeLessThanOrEqual(4);
    expect(await second.claimDeliveries({ limit: 10, nowMs: START_MS })).toEqual({ deliveries: [], waitMs: 1_000 });
  });

  it('give a lease to one owner at a time, by the clock of the database', async () => {
    const { first, second } = await pair();
    const name = 'telegram:polling';

    const both = await Promise.all([
      first.lease({ name, owner: 'a', ttlMs: 2_000 }),
      second.lease({ name, owner: 'b', ttlMs: 2_000 }),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [owner, other] = both[0] ? ['a', 'b'] : ['b', 'a'];
    expect(await second.lease({ name, owner, ttlMs: 2_000 })).toBe(true);
    expect(await first.lease({ name, owner: other, ttlMs: 2_000 })).toBe(false);
    expect(await first.lease({ name: 'another', owner: other, ttlMs: 2_000 })).toBe(true);

    await until('the lease ends by itself', () => first.lease({ name, owner: other, ttlMs: 60_000 }));
    await second.endLease({ name, owner });
    expect(await second.lease({ name, owner, ttlMs: 2_000 })).toBe(false);
    await second.endLease({ name, owner: other });
    expect(await second.lease({ name, owner, ttlMs: 2_000 })).toBe(true);
  });

  it('run every lane in order and lose nothing, whoever keeps, claims and ends', { timeout: 60_000 }, async () => {
    const { stores } = await openSeveral(3);
    const lanes = 12;
    const perLane = 12;
    const ran = new Map<string, number[]>();
    const running = new Set<string>();
    let ended = 0;

    async function keep(store: RememberingStore, lane: number): Promise<void> {
      for (let number = 0; number < perLane; number += 1) {
        const conversation = `c${lane}`;
        await store.accept(message(`${lane}.${number}`, { conversation, raw: `${number}` }));
      }
    }
    async function work(store: RememberingStore): Promise<void> {
      while (ended < lanes * perLane) {
        const claimed = await store.claimTurns(5);
        await Promise.all(
          claimed.map(async ({ turnId, epoch, conversation, raw }) => {
            expect(running.has(conversation)).toBe(false);
            running.add(conversation);
            ran.set(conversation, [...(ran.get(conversation) ?? []), Number(raw)]);
            await new Promise((resolve) => setImmediate(resolve));
            running.delete(conversation);
            const said = Array.from({ length: 2 }, (_, part) => delivery(`d ${turnId}.${part}`, { lane: `l${part}` }));
            await store.finishTurn({ turnId, epoch, state: 'done', deliveries: said, questions: [] });
            ended += 1;
          }),
        );
      }
    }
    async function deliver(store: RememberingStore, counted: { settled: number }): Promise<void> {
      while (counted.settled < lanes * perLane * 2) {
        const { deliveries } = await store.claimDeliveries({ limit: 5, nowMs: START_MS });
        for (const { deliveryId, epoch } of deliveries) {
          let next: { deliveryId: string; epoch: number } | undefined = { deliveryId, epoch };
          while (next) {
            next = (await store.settle(next, { state: 'delivered' }, true)).next;
            counted.settled += 1;
          }
        }
      }
    }

    const counted = { settled: 0 };
    await Promise.all([
      ...Array.from({ length: lanes }, (_, lane) => keep(stores[lane % 3] as RememberingStore, lane)),
      ...stores.map(work),
      ...stores.map((store) => deliver(store, counted)),
    ]);

    const inOrder = Array.from({ length: perLane }, (_, number) => number);
    expect([...ran.values()]).toEqual(Array.from({ length: lanes }, () => inOrder));
    expect(await stores[0]?.counts()).toMatchObject({ waitingTurns: 0, waitingDeliveries: 0 });
  });
});

/** Runs so many, a group at a time. Gives what they gave, in order. */
async function inGroups<Result>(
  count: number,
  size: number,
  one: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < count; start += size) {
    const group = Array.from({ length: Math.min(size, count - start) }, (_, index) => one(start + index));
    results.push(...(await Promise.all(group)));
  }
  return results;
}
