import type { ChoiceAffordance } from '../protocol/affordance.ts';
import { clipLabel } from './clip-label.ts';

/** What the button says that sends several picks, at most `max` long. A sign that needs no language where no words are given. */
export function submitLabel(
  { submitLabel: words = '' }: ChoiceAffordance,
  max: number,
  unit: 'grapheme' | 'utf16',
): string {
  return clipLabel(words, max, unit) || '✓';
}
