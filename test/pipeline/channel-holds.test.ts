import { expect, it } from 'vitest';
import { ChannelHolds } from '../../src/pipeline/channel-holds.ts';

it('a channel is held until its time, and no other with it', () => {
  const holds = new ChannelHolds();
  holds.hold('discord', { nowMs: 1_000, untilMs: 5_000 });
  expect(holds.untilMs('discord', 4_999)).toBe(5_000);
  expect(holds.untilMs('telegram', 4_999)).toBeUndefined();
  expect(holds.untilMs('discord', 5_000)).toBeUndefined();
});

it('of several holds the longest counts', () => {
  const holds = new ChannelHolds();
  holds.hold('discord', { nowMs: 1_000, untilMs: 5_000 });
  holds.hold('discord', { nowMs: 1_500, untilMs: 3_000 });
  expect(holds.untilMs('discord', 4_000)).toBe(5_000);
});

it('a hold ends when the clock is set back behind its beginning', () => {
  const holds = new ChannelHolds();
  holds.hold('discord', { nowMs: 3_600_000, untilMs: 3_601_000 });
  expect(holds.untilMs('discord', 1_000)).toBeUndefined();
});
