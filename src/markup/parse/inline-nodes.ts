import type Token from 'markdown-it/lib/token.mjs';
import type { Inline } from '../tree/nodes.ts';
import { isData } from './link-target.ts';

/** Emphasis and links nested deeper are printed without their marks: no reader tells them apart. */
const MAX_DEPTH = 16;

const WRAPPERS = { strong_open: 'strong', em_open: 'emphasis', s_open: 'strike' } as const;

/** What stands in place of a picture without words. */
const NAMELESS_IMAGE = 'image';

/** Children of a node that is still open, and how it is closed. */
interface Open {
  children: Inline[];
  close: (children: Inline[]) => Inline | undefined;
}

/** The nodes of a line of text. */
export function inlineNodes(tokens: readonly Token[] | null): Inline[] {
  let children: Inline[] = [];
  const outer: Open[] = [];
  let linksOpen = 0;
  let tooDeep = 0;

  const open = (close: Open['close']) => {
    if (outer.length >= MAX_DEPTH) {
      tooDeep++;
      return;
    }
    outer.push({ children, close });
    children = [];
  };
  const closeOne = () => {
    if (tooDeep > 0) {
      tooDeep--;
      return;
    }
    const parent = outer.pop();
    if (!parent) return;
    const node = parent.close(children);
    const closed = children;
    children = parent.children;
    if (node) children.push(node);
    else for (const child of closed) addNode(children, child);
  };

  for (const token of tokens ?? []) {
    switch (token.type) {
      case 'softbreak':
      case 'hardbreak':
        addText(children, '\n');
        break;
      case 'code_inline':
        children.push({ type: 'span', code: token.content });
        break;
      case 'url':
        if (linksOpen > 0) addText(children, token.content);
        else children.push({ type: 'url', url: token.content });
        break;
      case 'image':
        children.push(imageNode(token));
        break;
      case 'strong_open':
      case 'em_open':
      case 's_open': {
        const type = WRAPPERS[token.type];
        open((inner) => (inner.length > 0 ? { type, children: inner } : undefined));
        break;
      }
      case 'link_open': {
        const url = String(token.attrGet('href') ?? '');
        linksOpen++;
        open((inner) => linkNode(url, inner));
        break;
      }
      case 'link_close':
        linksOpen--;
        closeOne();
        break;
      case 'strong_close':
      case 'em_close':
      case 's_close':
        closeOne();
        break;
      default:
        addText(children, token.content);
    }
  }
  return children;
}

function linkNode(url: string, children: Inline[]): Inline | undefined {
  if (url === '' || isData(url)) return undefined;
  const [first] = children;
  const isItsLabel = children.length === 1 && first?.type === 'text' && first.text === url;
  if (children.length === 0 || isItsLabel) return { type: 'url', url };
  return { type: 'link', url, children };
}

function imageNode(token: Token): Inline {
  const alt = wordsOf(token.children ?? []) || NAMELESS_IMAGE;
  const url = String(token.attrGet('src') ?? '');
  return url === '' || isData(url) ? { type: 'text', text: alt } : { type: 'image', url, alt };
}

function wordsOf(tokens: readonly Token[]): string {
  let words = '';
  for (const { type, content, children } of tokens) {
    if (type === 'softbreak' || type === 'hardbreak') words += ' ';
    else words += type === 'image' && children ? wordsOf(children) : content;
  }
  return words.trim();
}

function addNode(nodes: Inline[], node: Inline): void {
  if (node.type === 'text') addText(nodes, node.text);
  else nodes.push(node);
}

/** Texts that follow each other are one. */
function addText(nodes: Inline[], text: string): void {
  if (text === '') return;
  const last = nodes.at(-1);
  if (last?.type === 'text') last.text += text;
  else nodes.push({ type: 'text', text });
}
