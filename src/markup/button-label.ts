import { clipLabel } from './clip-label.ts';
import type { InWords } from './words.ts';

/**
 * The label of a button, at most `max` long. Notes, once for each widget, that a button does not show all of it.
 * Empty when nothing of it would be seen.
 */
export function buttonLabel(
  label: string,
  { max, unit, widgetId }: { max: number; unit: 'grapheme' | 'utf16'; widgetId: string },
  { notes }: InWords,
): string {
  const clipped = clipLabel(label, max, unit);
  if (clipped !== label && !notes.some((other) => other.code === 'label_clipped' && other.widgetId === widgetId)) {
    const message = `A label of widget ${widgetId} does not fit a button (${max} characters). The text has all of it.`;
    notes.push({ code: 'label_clipped', message, widgetId });
  }
  return clipped;
}
