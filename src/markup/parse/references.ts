import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs';

const OPEN = 0x5b;
const CARET = 0x5e;
/** At the begin of a line, whatever the line before it is: several notes often stand without a blank line between. */
const FOOTNOTE_LINE = /^[ \t>]{0,32}\[\^([^\s[\]]{1,64})\]:/gm;
const FOOTNOTE = /\[\^([^\s[\]]{1,64})\]/y;

/** What the rules of one text tell each other. */
export interface ParseNotes {
  references: Record<string, { title: string; href: string }>;
  /** Labels that have a line of their own. */
  footnotes: Set<string>;
  hasDefinitions: boolean;
  /** Up to which line there is no end of a formula, by its closer and container. */
  formulaless: Map<string, number>;
}

export function newParseNotes(text: string): ParseNotes {
  const footnotes = new Set<string>();
  if (text.includes('[^')) {
    for (const [, label = ''] of text.matchAll(FOOTNOTE_LINE)) footnotes.add(label);
  }
  return { references: Object.create(null), footnotes, hasDefinitions: false, formulaless: new Map() };
}

/**
 * Where a link gets its URL from, `[label]: url`. CommonMark shows nothing of it, so one that no link uses would be lost:
 * it leaves a token. `[^1]: words` is a footnote, and is left to be a paragraph.
 */
export function definitionRule(reference: RuleBlock): RuleBlock {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.charCodeAt(start) !== OPEN) return false;
    if (state.src.charCodeAt(start + 1) === CARET) return false;
    if (!reference(state, startLine, endLine, silent)) return false;
    if (!silent) {
      const token = state.push('definition', '', 0);
      token.content = state.getLines(startLine, state.line, state.blkIndent, false).trim();
      token.map = [startLine, state.line];
      const notes: ParseNotes = state.env;
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
