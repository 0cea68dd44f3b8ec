import type { PrefillAffordance } from '../protocol/affordance.ts';
import { buttonLabel } from './button-label.ts';
import { clipLabel } from './clip-label.ts';
import type { InWords } from './words.ts';

/**
 * The label of a button that offers a command: the command itself where there is none, and with a number where another
 * button of the message has it already. Adds it to `taken`.
 */
export function prefillLabel(
  { label, command, widgetId }: PrefillAffordance,
  { max, unit, taken }: { max: number; unit: 'grapheme' | 'utf16'; taken: Set<string> },
  out: InWords,
): string {
  const wanted = buttonLabel(label, { max, unit, widgetId }, out) || clipLabel(command, max, unit);
  let shown = wanted;
  for (let number = 2; taken.has(shown); number++) {
    const mark = ` (${number})`;
    shown = clipLabel(wanted, max - mark.length, unit) + mark;
  }
  taken.add(shown);
  return shown;
}
