import type { Dialect } from '../dialects/dialect.ts';
import { furthest } from '../furthest.ts';
import { graphemeCut } from '../graphemes.ts';
import type { Block, Item, Tree } from '../tree/nodes.ts';
import { directionClosers } from '../truncate-text.ts';
import { headOfTree } from './cut-tree.ts';
import { linearText } from './linear-text.ts';

/**
 * The begin of a tree that is at most `maxUnits` in print, with `suffix` behind its last words. Directions that the cut
 * leaves open are closed before it. A suffix that does not fit is left out.
 */
export function truncateTree(tree: Tree, maxUnits: number, suffix: string, dialect: Dialect): Tree {
  const text = linearText(tree, maxUnits);
  const sizeOf = (cut: Tree) => dialect.sizeOf(dialect.print(cut), maxUnits);
  const shownSuffix = sizeOf(withWords([], suffix)) < maxUnits ? suffix : '';
  const cutAt = (place: number): Tree => {
    const end = place === 0 ? 0 : graphemeCut(text, 0, place);
    return withWords(headOfTree(tree, end), directionClosers(text.slice(0, end)) + shownSuffix);
  };
  const places = { nearest: 0, farthest: Math.min(text.length, maxUnits) };
  return cutAt(furthest(places, { maxUnits, enoughUnits: maxUnits }, (place) => sizeOf(cutAt(place))));
}

/** The tree with some words behind its last ones. */
function withWords(tree: Tree, words: string): Tree {
  if (words === '') return tree;
  const last = tree.at(-1);
  const extended = last && blockWithWords(last, words);
  if (extended) return [...tree.slice(0, -1), extended];
  return [...tree, { type: 'paragraph', gap: 1, children: [{ type: 'text', text: words }] }];
}

function blockWithWords(block: Block, words: string): Block | undefined {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: [...block.children, { type: 'text', text: words }] };
    case 'quote':
      return { ...block, children: withWords(block.children, words) };
    case 'list': {
      const last = block.items.at(-1);
      const extended = last && ({ ...last, children: withWords(last.children, words) } satisfies Item);
      return extended && { ...block, items: [...block.items.slice(0, -1), extended] };
    }
    default:
      return undefined;
  }
}
