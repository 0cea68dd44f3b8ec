import type { ChoiceAffordance } from '../protocol/affordance.ts';
import { decodeCallback, encodeCallback } from './data.ts';

/** Two digits, as the grammar of the callback string has them. */
const MAX_INDEX = 99;

/**
 * Whether every option of a choice has a callback string of its own that `decodeCallback` reads back and that is at most
 * `maxLength` characters long. They are ASCII, so bytes too. A choice without options has none.
 */
export function canCallBack({ widgetId, options }: ChoiceAffordance, maxLength: number): boolean {
  let previous = -1;
  for (const { index } of options) {
    if (!Number.isInteger(index) || index <= previous || index > MAX_INDEX) return false;
    previous = index;
  }
  if (previous < 0) return false;
  const longest = encodeCallback(widgetId, previous);
  return longest.length <= maxLength && decodeCallback(longest) !== undefined;
}
