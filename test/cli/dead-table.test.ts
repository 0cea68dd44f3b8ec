import { describe, expect, it } from 'vitest';
import { deadTable } from '../../src/cli/operator/dead-table.ts';

const entry = {
  object: 'delivery' as const,
  id: 'dlv_1',
  channel: 'telegram',
  conversation: 'telegram:42',
  attempts: 3,
  reason: 'Forbidden: bot was blocked',
  died_at: '2026-11-30T08:00:00.123Z',
};

describe('the list of what died', () => {
  it('stands in columns under its headings', () => {
    const longer = { ...entry, id: 'dlv_with_a_longer_id', attempts: 12 };
    expect(deadTable([entry, longer])).toBe(
      [
        'id                    conversation  attempts  died at               reason',
        'dlv_1                 telegram:42   3         2026-11-30T08:00:00Z  Forbidden: bot was blocked',
        'dlv_with_a_longer_id  telegram:42   12        2026-11-30T08:00:00Z  Forbidden: bot was blocked',
      ].join('\n'),
    );
  });

  it('shows nothing that would steer a terminal', () => {
    const hostile = { ...entry, conversation: 'web:\u001b[2J\u202eann', reason: 'one\ntwo' };
    expect(deadTable([hostile]).split('\n')[1]).toBe('dlv_1  web:?[2J?ann  3         2026-11-30T08:00:00Z  one?two');
  });

  it('says so when there is nothing', () => {
    expect(deadTable([])).toBe('Nothing is dead.');
  });
});
