import { expect, it } from 'vitest';
import { allChannels } from '../../src/channels/all.ts';
import { deliveryPolicies } from '../../src/pipeline/delivery-policies.ts';
import type { ChannelType } from '../../src/protocol/channel.ts';
import type { OutboxSettings } from '../../src/protocol/pace.ts';

const DAY_MS = 86_400_000;
const settings = (more: Partial<OutboxSettings> = {}): OutboxSettings => ({
  expiresAfterMs: DAY_MS,
  whenUnknown: 'resend',
  rates: new Map(),
  ...more,
});

it('each platform has its own limits by default', () => {
  const policies = deliveryPolicies(settings(), allChannels());
  expect(policies.of('telegram')).toEqual({
    perLane: { perSecond: 1, burst: 3 },
    otherLanes: [
      { prefix: 'telegram:-', perLane: { perSecond: 17 / 60, burst: 3 } },
      { prefix: 'telegram:@', perLane: { perSecond: 17 / 60, burst: 3 } },
    ],
    perChannel: { perSecond: 25, burst: 3 },
    whenUnknown: 'resend',
  });
  expect(policies.of('slack')).toEqual({
    perLane: { perSecond: 1, burst: 3 },
    perChannel: { perSecond: 5, burst: 20 },
    whenUnknown: 'resend',
  });
  expect(policies.of('discord')).toEqual({ perChannel: { perSecond: 40, burst: 10 }, whenUnknown: 'resend' });
  expect(policies.of('email')).toEqual({
    perLane: { perSecond: 0.1, burst: 5 },
    perChannel: { perSecond: 5, burst: 10 },
    whenUnknown: 'resend',
  });
  expect(policies.of('web')).toEqual({ whenUnknown: 'resend' });
  expect(policies).not.toHaveProperty('global');
});

it.each(['telegram', 'slack', 'discord'])('the first burst of %s and what follows it stay within its limit', (name) => {
  const most = { telegram: [28, 4, 20], slack: [25, 4, 0], discord: [50, 0, 0] }[name] ?? [];
  const { perChannel, perLane, otherLanes } = deliveryPolicies(settings(), allChannels()).of(name);
  const inFirst = (sec: number, rate = { perSecond: 0, burst: 0 }) => rate.burst + rate.perSecond * sec;
  expect([inFirst(1, perChannel), inFirst(1, perLane), inFirst(60, otherLanes?.[0]?.perLane)]).toEqual(most);
});

it('an operator changes a rate, switches one off, and leaves the rest as it is', () => {
  const rates = new Map([['telegram', { perChat: { perSecond: 5, burst: 5 }, perGroup: 'off' as const }]]);
  expect(deliveryPolicies(settings({ rates }), allChannels()).of('telegram')).toEqual({
    perLane: { perSecond: 5, burst: 5 },
    otherLanes: [{ prefix: 'telegram:-' }, { prefix: 'telegram:@' }],
    perChannel: { perSecond: 25, burst: 3 },
    whenUnknown: 'resend',
  });
});

it('an operator switches all limits of a channel off, and sets one over all channels', () => {
  const rates = new Map([['slack', 'off' as const]]);
  const policies = deliveryPolicies(settings({ rates, totalRate: { perSecond: 100, burst: 1 } }), allChannels());
  expect(policies.of('slack')).toEqual({ whenUnknown: 'resend' });
  expect(policies.global).toEqual({ perSecond: 100, burst: 1 });
});

it('what may have been sent is parked when the operator says so, but not where the platform recognises a repeat', () => {
  const wise = { ...allChannels().get('web'), name: 'wise', knowsRepeats: true } as ChannelType;
  const policies = deliveryPolicies(settings({ whenUnknown: 'park' }), new Map([...allChannels(), ['wise', wise]]));
  expect(policies.of('telegram').whenUnknown).toBe('park');
  expect(policies.of('wise').whenUnknown).toBe('resend');
  expect(policies.of('no such channel').whenUnknown).toBe('park');
});
