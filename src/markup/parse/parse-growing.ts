import type { Tree } from '../tree/nodes.ts';
import { TreeBuilder } from './build-tree.ts';
import { markdownParser } from './parser.ts';
import { newParseNotes } from './references.ts';

const LINE_BREAK = /\r\n?|\n/g;

/** A text of which more may follow. */
export interface GrowingTree {
  /** Blocks that stay as they are, whatever follows; only a link whose URL is given further below may still become one. */
  settled: Tree;
  /** The last block, which may grow or become another. */
  open: Tree;
  /** Where the last block begins, as an index into the text. Parsed from there on, it is the same. */
  openAt: number;
}

/**
 * The tree of a Markdown text that still grows. Whoever parses from `openAt` on when there is more of it takes linear
 * time for the whole, as long as its blocks are short. A text that the parser cannot read is one paragraph.
 */
export function parseGrowing(text: string): GrowingTree {
  try {
    const notes = newParseNotes(text);
    const tokens = markdownParser().parse(text, notes);
    const last = tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting >= 0);
    const treeOf = (part: typeof tokens) => new TreeBuilder(part, text, notes.hasDefinitions).blocks();
    return {
      settled: treeOf(tokens.slice(0, Math.max(0, last))),
      open: treeOf(tokens.slice(Math.max(0, last))),
      openAt: lineStart(text, tokens[last]?.map?.[0] ?? 0),
    };
  } catch {
    return { settled: [], open: [{ type: 'paragraph', gap: 1, children: [{ type: 'text', text }] }], openAt: 0 };
  }
}

function lineStart(text: string, line: number): number {
  let left = line;
  if (left === 0) return 0;
  for (const { 0: written, index } of text.matchAll(LINE_BREAK)) {
    left--;
    if (left === 0) return index + written.length;
  }
  return text.length;
}
