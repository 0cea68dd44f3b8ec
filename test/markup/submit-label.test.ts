import { expect, it } from 'vitest';
import { submitLabel } from '../../src/markup/submit-label.ts';
import { choice } from '../channels/contract/widgets.ts';

it('the words of a button that sends are clipped, and a sign where there are none', () => {
  expect(submitLabel(choice(['a'], { multi: true, submitLabel: 'Done' }), 64, 'grapheme')).toBe('Done');
  expect(submitLabel(choice(['a'], { multi: true, submitLabel: 'x'.repeat(80) }), 75, 'utf16')).toBe(
    `${'x'.repeat(74)}…`,
  );
  expect(submitLabel(choice(['a'], { multi: true, submitLabel: ' \u200b' }), 64, 'grapheme')).toBe('✓');
  expect(submitLabel({ ...choice(['a']), multi: true }, 64, 'grapheme')).toBe('✓');
});
