import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const START = 'id: acme\nagent: { type: script, replies: [] }\n';

const retentionOf = async (keys: string) => (await loaded({ 'formation.afs': START + keys })).retention;

describe('retention', () => {
  it('is two days for what tells a repetition, a month for what is finished, a year for where people are', async () => {
    expect(await retentionOf('')).toEqual({
      dedupeMs: 172_800_000,
      historyMs: 2_592_000_000,
      deliveredMs: 2_592_000_000,
      deadMs: 2_592_000_000,
      peopleMs: 31_536_000_000,
    });
  });

  it('is what the formation says, key by key', async () => {
    expect(
      await retentionOf('retention: { dedupe_hours: 24, history_days: 7, delivered_days: 1.5, people_days: 90 }\n'),
    ).toEqual({
      dedupeMs: 86_400_000,
      historyMs: 604_800_000,
      deliveredMs: 129_600_000,
      deadMs: 2_592_000_000,
      peopleMs: 7_776_000_000,
    });
  });

  it('may not forget an update that the platform still repeats', async () => {
    expect(await linesOf(`${START}retention: { dedupe_hours: 23 }\n`)).toEqual([
      'formation.afs:3:28: error: retention.dedupe_hours: at least 24: platforms repeat an update for that long, and it would be answered twice.',
    ]);
  });

  it('tells a wrong key and a wrong number', async () => {
    const lines = await linesOf(`${START}retention: { dead_day: 3, delivered_days: 0 }\n`);
    expect(lines).toEqual([
      expect.stringContaining('"dead_day" is not known here. Did you mean "dead_days"?'),
      expect.stringContaining('retention.delivered_days'),
    ]);
  });
});
