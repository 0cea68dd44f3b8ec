import { describe, expect, it } from 'vitest';
import { createSeenLately } from '../../src/pipeline/seen-lately.ts';

describe('who was seen lately', () => {
  it('is nobody until they were written down, and nobody again after a minute', () => {
    const seen = createSeenLately();
    expect(seen.has('ann', 'telegram:42', 1_000)).toBe(false);
    expect(seen.has('ann', 'telegram:42', 1_001)).toBe(false);
    seen.add('ann', 'telegram:42', 1_000);
    expect(seen.has('ann', 'telegram:42', 60_999)).toBe(true);
    expect(seen.has('ann', 'telegram:42', 61_000)).toBe(false);
  });

  it('is known by conversation', () => {
    const seen = createSeenLately();
    seen.add('ann', 'telegram:42', 1_000);
    expect(seen.has('ann', 'telegram:43', 1_000)).toBe(false);
    expect(seen.has('bo', 'telegram:42', 1_000)).toBe(false);
  });

  it('is nobody any more whom it shall forget, and everybody else', () => {
    const seen = createSeenLately();
    for (const conversation of ['web:ann:1', 'web:ann:2']) seen.add('ann', conversation, 1_000);
    seen.add('anna', 'web:anna:1', 1_000);
    seen.forget('ann');
    expect(seen.has('ann', 'web:ann:1', 1_000)).toBe(false);
    expect(seen.has('ann', 'web:ann:2', 1_000)).toBe(false);
    expect(seen.has('anna', 'web:anna:1', 1_000)).toBe(true);
  });
});
