import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs';

const OPEN = 0x5b;
const CARET = 0x5e;
const FOOTNOTE = /\[\^([^\s[\]]{1,64})\]/y;

/** What the rules of one text tell each other. */
export interface ParseNotes {
  references: Record<string, { title: string; href: string }>;
  /** Labels that have their line further down. */
  footnotes: Set<string>;
  hasDefinitions: boolean;
  /** Up to which line there is no end of a formula, by its closer and container. */
  formulaless: Map<string, number>;
}

export function newParseNotes(): ParseNotes {
  return { references: Object.create(null), footnotes: new Set(), hasDefinitions: false, formulaless: new Map() };
}

/**
 * Where a link gets its URL from, `[label]: url`. CommonMark shows nothing of it, so one that no link uses would be lost:
 * it leaves a token. `[^1]: words` is a footnote, and is left to be a paragraph.
 */
export function definitionRule(reference: RuleBlock): RuleBlock {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.charCodeAt(start) !== OPEN) return false;
    const notes: ParseNotes = state.env;
    if (state.src.charCodeAt(start + 1) === CARET) {
      const label = footnoteAt(state.src, start);
      if (label !== undefined && state.src.startsWith(':', FOOTNOTE.lastIndex)) notes.footnotes.add(label);
      return false;
    }
    if (!reference(state, startLine, endLine, silent)) return false;
    if (!silent) {
      const token = state.push('definition', '', 0);
      token.content = state.getLines(startLine, state.line, state.blkIndent, false).trim();
      token.map = [startLine, state.line];
      notes.hasDefinitions = true;
    }
    return true;
  };
}

/** `[^1]` reads `[1]`, as in its line below. */
export const footnoteMark: RuleInline = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== OPEN || state.src.charCodeAt(state.pos + 1) !== CARET) return false;
  const label = footnoteAt(state.src, state.pos);
  const { footnotes }: ParseNotes = state.env;
  if (label === undefined || !footnotes.has(label)) return false;
  if (!silent) state.pending += `[${label}]`;
  state.pos += label.length + 3;
  return true;
};

function footnoteAt(text: string, start: number): string | undefined {
  FOOTNOTE.lastIndex = start;
  return FOOTNOTE.exec(text)?.[1];
}
