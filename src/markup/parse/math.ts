import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs';
import type { ParseNotes } from './references.ts';

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

/** Longest formula in a line of text, and most lines of one that stands alone. Further on, nobody looks for its end. */
const MAX_CHARS = 2_000;
const MAX_LINES = 200;

/** `$x$`: no space inside the signs and no digit behind one of them, so that two prices are no formula. */
const IN_DOLLARS = /\$(?=[^\s\d$])[^$\n]{0,400}?[^\s$\\]\$(?![\d$])/y;

const DOLLARS_AT_END = /\$\$$/;
/** Not `\\]`, which is a backslash and a bracket. */
const BRACKET_AT_END = /(?<!\\)(?:\\\\)*\\]$/;

const CLOSERS: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)' };

/** A formula in a line stays as it was written: no emphasis, no escapes. `\[x\]` is no formula there, but brackets. */
export const inlineMath: RuleInline = (state, silent) => {
  const first = state.src.charCodeAt(state.pos);
  if (first !== DOLLAR && first !== BACKSLASH) return false;
  const end = endOfFormula(state.src, state.pos, Math.min(state.posMax, state.pos + MAX_CHARS));
  if (end === undefined) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
};

function endOfFormula(text: string, start: number, limit: number): number | undefined {
  const closer = CLOSERS[text.slice(start, start + 2)];
  if (closer === undefined) {
    IN_DOLLARS.lastIndex = start;
    return IN_DOLLARS.test(text) ? IN_DOLLARS.lastIndex : undefined;
  }
  const length = text.slice(start + 2, limit).indexOf(closer);
  return length > 0 ? start + length + 4 : undefined;
}

/** A formula on lines of its own, which could hold what looks like a list or a heading. */
export const blockMath: RuleBlock = (state, startLine, endLine, silent) => {
  if (isOutside(state, startLine)) return false;
  const opener = lineOf(state, startLine);
  const closer = opener.startsWith('$$') ? DOLLARS_AT_END : opener.startsWith('\\[') ? BRACKET_AT_END : undefined;
  if (closer === undefined) return false;

  const line = closer.test(opener.slice(2)) ? startLine : lineOfCloser(state, startLine, endLine, closer);
  if (line === undefined) return false;
  if (silent) return true;

  const token = state.push('formula', '', 0);
  token.content = state.getLines(startLine, line + 1, state.blkIndent, false).trimEnd();
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
};

/** What was looked through once is not looked through again, so a text of openers alone takes linear time. */
function lineOfCloser(state: State, startLine: number, endLine: number, closer: RegExp): number | undefined {
  const { formulaless }: ParseNotes = state.env;
  const key = `${closer.source} ${state.level} ${state.blkIndent}`;
  const lastLine = Math.min(endLine, startLine + MAX_LINES);
  let line = Math.max(startLine + 1, formulaless.get(key) ?? 0);
  for (; line < lastLine && !isOutside(state, line); line++) {
    if (closer.test(lineOf(state, line))) return line;
  }
  formulaless.set(key, line);
  return undefined;
}

type State = Parameters<RuleBlock>[0];

function isOutside(state: State, line: number): boolean {
  return (state.sCount[line] ?? 0) < state.blkIndent;
}

function lineOf(state: State, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
}
