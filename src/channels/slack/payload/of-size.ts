import { cleanText } from '../../../markup/clean-text.ts';
import { type Loose, listIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';
import { MAX_BLOCKS_JSON } from '../limits.ts';
import { wordSections } from './word-sections.ts';

/** Blocks that say the same and of which each fits a message; one that cannot be divided is what it says. */
export function ofSize(block: Loose, notes: Note[]): Loose[] {
  if (JSON.stringify(block).length < MAX_BLOCKS_JSON) return [block];
  const elements = listIn(block.elements);
  if (elements.length > 1) {
    const half = Math.ceil(elements.length / 2);
    const { block_id: _, ...rest } = block;
    const halves = [
      { ...block, elements: elements.slice(0, half) },
      { ...rest, elements: elements.slice(half) },
    ];
    return halves.flatMap((one) => ofSize(one, notes));
  }
  notes.push({
    code: 'buttons_as_text',
    message: 'A block is larger than a message may be. What it says goes as text.',
  });
  return wordSections(textsIn(block));
}

/** What comes from outside is nested 64 levels at most. */
function textsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [cleanText(value)] : textsIn(value),
  );
}
