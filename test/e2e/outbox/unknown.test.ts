import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { botTexts, callsTo, metric, push, serviceWith, tooMany } from './at-work.ts';

it('a message of which no answer was seen is sent again by default', async () => {
  const service = await serviceWith('{ rates: { telegram: off } }');
  const ann = service.telegram.person('Ann').id;
  service.telegram.failNext('sendMessage', 'lost');
  await push(service, ann, { text: 'one' });
  await push(service, ann, { text: 'two' });
  await expect.poll(() => botTexts(service, ann), { timeout: 5_000 }).toEqual(['one', 'one', 'two']);
});

it('with on_unknown: park it is set aside, and what follows goes out', async () => {
  const service = await serviceWith('{ on_unknown: park, rates: { telegram: off } }');
  const ann = service.telegram.person('Ann').id;
  service.telegram.failNext('sendMessage', 'lost');
  await push(service, ann, { text: 'one' });
  await push(service, ann, { text: 'two' });
  await expect.poll(() => botTexts(service, ann), { timeout: 5_000 }).toEqual(['one', 'two']);
  await sleep(600);
  expect(botTexts(service, ann)).toEqual(['one', 'two']);
  expect(await metric(service, 'dead_deliveries')).toBe(1);
});

it('with on_unknown: park a message that surely was not taken is sent again', async () => {
  const service = await serviceWith('{ on_unknown: park, rates: { telegram: off } }');
  const ann = service.telegram.person('Ann').id;
  service.telegram.failNext('sendMessage', 503);
  service.telegram.failNext('sendMessage', tooMany(1));
  await push(service, ann, { text: 'one' });
  await expect.poll(() => botTexts(service, ann), { timeout: 5_000 }).toEqual(['one']);
  expect(callsTo(service, ann)).toHaveLength(3);
  expect(await metric(service, 'dead_deliveries')).toBe(0);
});

it('a message that is not delivered in time is given up, and what follows goes out', { timeout: 20_000 }, async () => {
  const service = await serviceWith('{ expires_after_s: 2, rates: { telegram: off } }');
  const ann = service.telegram.person('Ann').id;
  service.telegram.failNext('sendMessage', tooMany(3));
  await push(service, ann, { text: 'stale' });
  await expect.poll(() => metric(service, 'dead_deliveries'), { timeout: 10_000 }).toBe(1);
  await push(service, ann, { text: 'fresh' });
  await expect.poll(() => botTexts(service, ann), { timeout: 5_000 }).toEqual(['fresh']);
});
