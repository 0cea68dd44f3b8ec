import { clipLabel } from '../../markup/clip-label.ts';
import type { Person } from '../../protocol/turn.ts';

const MAX_NAME_GRAPHEMES = 64;

/** One line without characters that would turn or break the line it is shown in. */
export function personOf(id: string, name: string | undefined): Person {
  const shown = clipLabel(name ?? '', MAX_NAME_GRAPHEMES, 'grapheme');
  return { id, ...(shown && { name: shown }) };
}
