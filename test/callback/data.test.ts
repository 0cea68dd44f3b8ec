import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCallback, encodeCallback } from '../../src/callback/data.ts';

describe('the callback string', () => {
  it('round-trips every id and index [MUXI-31, MUXI-32]', () => {
    const id = fc.stringMatching(/^ui_[0-9A-Za-z_]{1,58}$/);
    fc.assert(
      fc.property(id, fc.integer({ min: 0, max: 99 }), (widgetId, index) => {
        const data = encodeCallback(widgetId, index);
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
        expect(decodeCallback(data)).toEqual({ id: widgetId, index });
      }),
    );
  });

  it.each([
    'ui_abc#999',
    'ui_abc#-1',
    'ui_abc#1\n',
    'ui_abc#1#2',
    'ui_abc#',
    'ui_abc',
    'ui_#1',
    'not-ui#1',
    ' ui_abc#1',
    'ui_a-c#1',
    'ui_abc#٣',
    'ui_abc#p2',
    '',
    {},
    7,
    null,
    undefined,
    ['ui_abc#1'],
  ])('does not read %j [HI-40]', (data) => {
    expect(decodeCallback(data)).toBeUndefined();
  });
});
