import type { Tree } from '../tree/nodes.ts';
import { withoutWideTables } from '../tree/tables.ts';
import { TreeBuilder } from './build-tree.ts';
import { markdownParser } from './parser.ts';
import { newParseNotes } from './references.ts';

/** Two: a text and the same text with words added to it are printed in turns. */
const MAX_REMEMBERED = 2;

interface Remembered {
  text: string;
  tree: Tree;
  withoutWideTables?: Tree;
}

let remembered: Remembered[] = [];

/**
 * The tree of a Markdown text; every text is one. `hasTables` tells whether it is for a platform that shows tables; else
 * wide ones are lines of text. The last two texts are remembered, since one is often printed for several channels. Takes
 * linear time, nested and unclosed marks included. A text that the parser cannot read is one paragraph, as it was written.
 */
export function parseMarkdown(text: string, { hasTables }: { hasTables: boolean }): Tree {
  let known = remembered.find((entry) => entry.text === text);
  if (!known) {
    known = { text, tree: readTree(text) };
    remembered = [known, ...remembered.slice(0, MAX_REMEMBERED - 1)];
  }
  if (hasTables) return known.tree;
  known.withoutWideTables ??= withoutWideTables(known.tree);
  return known.withoutWideTables;
}

function readTree(text: string): Tree {
  try {
    const notes = newParseNotes(text);
    const tokens = markdownParser().parse(text, notes);
    return new TreeBuilder(tokens, text, notes.hasDefinitions).blocks();
  } catch {
    return [{ type: 'paragraph', gap: 1, children: [{ type: 'text', text }] }];
  }
}
