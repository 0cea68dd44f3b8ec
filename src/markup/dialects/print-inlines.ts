import type { Inline } from '../tree/nodes.ts';
import { wordsOf } from '../tree/plain-words.ts';
import type { Style } from './style.ts';

/** Which marks are open around a node: none is opened twice. */
export const NO_MARKS = 0;
export const STRONG = 1;
const EMPHASIS = 2;
const STRIKE = 4;
const LINK = 8;
const ALL_MARKS = STRONG | EMPHASIS | STRIKE;

/** Prints a line of text, or several. `open` are the marks around it. */
export function printInlines(nodes: readonly Inline[], style: Style, open: number): string {
  if (style.seam && nodes.length > 1) return printWithSeams(nodes, style, style.seam, open);
  let printed = '';
  for (const [at, node] of nodes.entries()) {
    printed += printInline(node, style, open, node.type === 'url' ? beginOf(nodes[at + 1]) : '');
  }
  return printed;
}

function beginOf(node: Inline | undefined): string {
  return node?.type === 'text' ? node.text.slice(0, 1) : '';
}

/** Longest run of characters that a URL is told of. */
const MAX_RUN = 256;
const RUN = /^\S{0,256}/;

/** From the end, since a URL has to know what follows it, up to white space. */
function printWithSeams(
  nodes: readonly Inline[],
  style: Style,
  seam: (left: string, right: string) => string,
  open: number,
): string {
  const hasUrl = nodes.some(({ type }) => type === 'url');
  let printed = '';
  let next = '';
  let run = '';
  let isNextMarked = false;
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at];
    if (!node) continue;
    const piece = printInline(node, style, open, run);
    if (piece === '') continue;
    const isMarked = node.type !== 'text' && node.type !== 'url';
    printed =
      next !== '' && (isMarked || isNextMarked) ? piece + seam(piece.slice(-1), next) + printed : piece + printed;
    next = piece.charAt(0);
    if (hasUrl) run = runOf(piece, run);
    isNextMarked = isMarked;
  }
  return printed;
}

function runOf(piece: string, next: string): string {
  const [begin = ''] = RUN.exec(piece) ?? [];
  return begin.length === piece.length ? (begin + next).slice(0, MAX_RUN) : begin;
}

function printInline(node: Inline, style: Style, open: number, next: string): string {
  switch (node.type) {
    case 'text':
      return style.text(node.text);
    case 'strong':
      return marked(node.children, style, open, STRONG);
    case 'emphasis':
      return marked(node.children, style, open, EMPHASIS);
    case 'strike':
      return marked(node.children, style, open, STRIKE);
    case 'span':
      return open & LINK && style.linkHolds !== 'marks and code' ? style.text(node.code) : style.span(node.code);
    case 'url':
      return open & LINK ? style.text(node.url) : style.url(node.url, next);
    case 'image':
      return open & LINK ? style.text(node.alt) : style.link(node.url, style.text(node.alt), node.alt);
    case 'link': {
      const marks = style.linkHolds === 'words' ? ALL_MARKS : open;
      const label = printInlines(node.children, style, marks | LINK);
      return open & LINK ? label : style.link(node.url, label, wordsOf(node.children));
    }
    default:
      return node satisfies never;
  }
}

/** White space at the edges stays outside of the marks: within, most platforms do not read them. */
function marked(children: readonly Inline[], style: Style, open: number, mark: number): string {
  const inner = printInlines(children, style, open | mark);
  if (open & mark) return inner;
  const core = inner.trim();
  if (core === '') return inner;
  const printed = mark === STRONG ? style.strong(core) : mark === EMPHASIS ? style.emphasis(core) : style.strike(core);
  if (core.length === inner.length) return printed;
  const start = inner.indexOf(core);
  return inner.slice(0, start) + printed + inner.slice(start + core.length);
}
