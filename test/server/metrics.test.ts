import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/server/metrics.ts';

const COUNTS = {
  waitingTurns: 3,
  waitingDeliveries: 5,
  scheduledDeliveries: 2,
  deadTurns: 1,
  deadDeliveries: 4,
};

/** The value of a metric, with its labels as they are written. */
function valueIn(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`footbridge_${name} `));
  return Number(line?.split(' ')[1]);
}

describe('the metrics', () => {
  it('tell the backlog, what died, and how long the oldest open turn has taken', async () => {
    const metrics = createMetrics();
    const activity = { liveTurns: 6, liveDeliveries: 7 };
    const text = await metrics.text({ ...COUNTS, oldestOpenTurnMs: 10_000 }, activity, 12_500);
    expect(valueIn(text, 'waiting_turns')).toBe(3);
    expect(valueIn(text, 'waiting_deliveries')).toBe(5);
    expect(valueIn(text, 'scheduled_deliveries')).toBe(2);
    expect(valueIn(text, 'dead_turns')).toBe(1);
    expect(valueIn(text, 'dead_deliveries')).toBe(4);
    expect(valueIn(text, 'live_turns')).toBe(6);
    expect(valueIn(text, 'live_deliveries')).toBe(7);
    expect(valueIn(text, 'oldest_open_turn_seconds')).toBe(2.5);
  });

  it('tell no age when nothing is open, and no negative one after the clock was set back', async () => {
    const metrics = createMetrics();
    const idle = { liveTurns: 0, liveDeliveries: 0 };
    expect(valueIn(await metrics.text(COUNTS, idle, 12_500), 'oldest_open_turn_seconds')).toBe(0);
    const ahead = await metrics.text({ ...COUNTS, oldestOpenTurnMs: 20_000 }, idle, 12_500);
    expect(valueIn(ahead, 'oldest_open_turn_seconds')).toBe(0);
  });

  it('count throttled attempts and lost claims', async () => {
    const metrics = createMetrics();
    metrics.meter.deliveryTried('telegram', 'throttled');
    metrics.meter.claimLost('turn');
    metrics.meter.claimLost('turn');
    const text = await metrics.text(COUNTS, { liveTurns: 0, liveDeliveries: 0 }, 0);
    expect(text).toContain('footbridge_delivery_attempts_total{channel="telegram",outcome="throttled"} 1');
    expect(valueIn(text, 'claims_lost_total{kind="turn"}')).toBe(2);
  });
});
