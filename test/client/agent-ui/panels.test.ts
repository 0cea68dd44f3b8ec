import { describe, expect, it } from 'vitest';
import { readHistoryPanel, readScadaPanel } from '../../../src/client/agent-ui/panels.ts';

const HISTORY = { device_ids: ['pump-1'], start_time: '2026-11-29T00:00:00Z', end_time: '2026-11-30T01:00:00+01:00' };

describe('the props of a panel', () => {
  it('are read when they are exactly its own [AUI-32]', () => {
    expect(readHistoryPanel({ ...HISTORY, metric: 'flow' })).toEqual({
      deviceIds: ['pump-1'],
      startMs: 1_795_910_400_000,
      endMs: 1_795_996_800_000,
      metric: 'flow',
    });
    expect(readScadaPanel({ device_ids: ['a', 'b'], title: 'Plant' })).toEqual({
      deviceIds: ['a', 'b'],
      title: 'Plant',
    });
  });

  it('are refused otherwise [AUI-15]', () => {
    for (const changed of [
      { end_time: HISTORY.start_time },
      { start_time: '2026-12-30T00:00:00Z' },
      { start_time: '2025-11-28T00:00:00Z' },
      { start_time: '2026-11-29T00:00:00' },
      { start_time: '2026-02-30T00:00:00Z' },
      { start_time: '2026-13-01T00:00:00Z' },
      { start_time: '2026-11-29T25:00:00Z' },
      { start_time: 1_795_910_400 },
      { device_ids: [] },
      { device_ids: Array(51).fill('a') },
      { device_ids: [7] },
      { metric: 7 },
      { html: '<b>' },
    ]) {
      expect(readHistoryPanel({ ...HISTORY, ...changed }), JSON.stringify(changed)).toBeUndefined();
    }
    for (const props of [null, [], {}, { device_ids: ['a'], title: 7 }, { device_ids: ['a'], x: 1 }]) {
      expect(readScadaPanel(props), JSON.stringify(props)).toBeUndefined();
    }
  });
});
