import { describe, expect, it } from 'vitest';
import { canCallBack } from '../../src/callback/can-call-back.ts';
import type { ChoiceAffordance } from '../../src/protocol/affordance.ts';

function choice(indexes: readonly number[], widgetId = 'ui_0123456789abcdefghijk'): ChoiceAffordance {
  const options = indexes.map((index) => ({ label: 'x', index }));
  return { type: 'choice', widgetId, prompt: '', options, multi: false };
}

describe('a choice can call back', () => {
  it('when each option has a callback string of its own [MUXI-31]', () => {
    expect(canCallBack(choice([0, 1, 2]), 64)).toBe(true);
    expect(canCallBack(choice([0, 7, 99]), 64)).toBe(true);
    expect(canCallBack(choice([0, 0]), 64)).toBe(false);
    expect(canCallBack(choice([1, 0]), 64)).toBe(false);
    expect(canCallBack(choice([]), 64)).toBe(false);
  });

  it('when the strings come back from the decoder [MUXI-32]', () => {
    for (const index of [-1, 0.5, 100, Number.NaN]) expect(canCallBack(choice([index]), 64)).toBe(false);
    for (const id of ['', 'x', 'ui_', 'ui_a-b', 'ui_a#1']) expect(canCallBack(choice([0], id), 64)).toBe(false);
  });

  it('when the longest is within the limit', () => {
    expect(canCallBack(choice([99]), 27)).toBe(true);
    expect(canCallBack(choice([99]), 26)).toBe(false);
  });
});
