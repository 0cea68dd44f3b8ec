import { describe, expect, it } from 'vitest';
import { decodeSelection } from '../../src/callback/selection.ts';

describe('what one press picked', () => {
  it('is one index of a button, several of a menu [MUXI-13]', () => {
    expect(decodeSelection(['ui_a#1'])).toEqual({ id: 'ui_a', index: 1 });
    expect(decodeSelection(['ui_a#1', 'ui_a#0'])).toEqual({ id: 'ui_a', index: [1, 0] });
  });

  it('is nothing unless all of it is ours and of one widget [MUXI-32]', () => {
    for (const data of [[], ['x'], [7], [null], ['ui_a#1', 'x'], ['ui_a#1', 'ui_b#1']]) {
      expect(decodeSelection(data)).toBeUndefined();
    }
  });
});
