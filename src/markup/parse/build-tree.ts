import type Token from 'markdown-it/lib/token.mjs';
import type { Align, Block, Inline, Item, Row } from '../tree/nodes.ts';
import { inlineNodes } from './inline-nodes.ts';

/** Also counts lines that hold nothing but the marks of the quotes around them. */
const BLANK_LINE = /^[\s>]*$/;
const TASK = /^\[([ xX])\]\s+/;
const EVERY_BREAK_TAG = /\s*<br ?\/?>\s*/gi;
/** Three or more, none of which sets something, as `title="x"` and `{1,3}` do. */
const SEVERAL_WORDS = /^[^\s={}]+(?:\s+[^\s={}]+){2,}$/;
const DEFINITION = /^([\s\S]*?\]:\s*<?)(https?:\/\/[^\s>]+)([\s\S]*)$/i;

/** Reads the parser's tokens, in which blocks open and close, into blocks that hold each other. */
export class TreeBuilder {
  readonly #tokens: readonly Token[];
  readonly #lines: readonly string[];
  readonly #usedUrls: ReadonlySet<string>;
  #at = 0;

  constructor(tokens: readonly Token[], text: string, hasDefinitions: boolean) {
    this.#tokens = tokens;
    this.#lines = text.split('\n');
    this.#usedUrls = hasDefinitions ? urlsOf(tokens) : new Set();
  }

  /** Blocks up to the end, or up to the token that closes what holds them. */
  blocks(): Block[] {
    const blocks: Block[] = [];
    for (let token = this.#next(); token && token.nesting >= 0; token = this.#next()) {
      const block = this.#block(token);
      if (block) blocks.push(block);
    }
    return blocks;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #block(token: Token): Block | undefined {
    const gap = this.#gapAbove(token);
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', gap, children: this.#inlines() };
      case 'heading_open':
        return { type: 'heading', gap, level: Number(token.tag.slice(1)), children: this.#inlines() };
      case 'blockquote_open':
        return { type: 'quote', gap, children: this.blocks() };
      case 'bullet_list_open':
      case 'ordered_list_open':
        return { type: 'list', gap, items: this.#items() };
      case 'fence':
      case 'code_block':
        return { type: 'code', gap, ...codeOf(token) };
      case 'table_open':
        return this.#table(gap);
      case 'hr':
        return { type: 'rule', gap, written: token.markup };
      case 'formula':
        return { type: 'paragraph', gap, children: [{ type: 'text', text: token.content }] };
      case 'definition':
        return this.#definition(token.content, gap);
      default:
        return undefined;
    }
  }

  /** The one line of text inside a paragraph, a heading or a cell, and the token that closes it. */
  #inlines(): Inline[] {
    const nodes = inlineNodes(this.#next()?.children ?? []);
    this.#at++;
    return nodes;
  }

  #items(): Item[] {
    const items: Item[] = [];
    for (let token = this.#next(); token?.type === 'list_item_open'; token = this.#next()) {
      const gap = this.#gapAbove(token);
      const item: Item = { gap, ...taskOf(this.blocks()) };
      if (token.info !== '') item.number = token.info + token.markup;
      items.push(item);
    }
    return items;
  }

  #table(gap: number): Block {
    const align: Align[] = [];
    const rows: Row[] = [];
    let row: (readonly Inline[])[] = [];
    for (let token = this.#next(); token && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') row = [];
      else if (token.type === 'tr_close') rows.push(row);
      else if (token.type === 'th_open') {
        align.push(alignOf(token));
        row.push(this.#inlines().map(withLineBreaks));
      } else if (token.type === 'td_open') row.push(this.#inlines().map(withLineBreaks));
    }
    const [head = [], ...body] = rows;
    return { type: 'table', gap, align, head, rows: body };
  }

  #definition(written: string, gap: number): Block | undefined {
    const [, before = written, url = '', after = ''] = DEFINITION.exec(written) ?? [];
    if (this.#usedUrls.has(url)) return undefined;
    const text = (words: string): Inline[] => (words === '' ? [] : [{ type: 'text', text: words }]);
    const link: Inline[] = url === '' ? [] : [{ type: 'url', url }];
    return { type: 'paragraph', gap, children: [...text(before), ...link, ...text(after)] };
  }

  #gapAbove({ map }: Token): number {
    let line = (map?.[0] ?? 0) - 1;
    let gap = 1;
    for (; line >= 0 && BLANK_LINE.test(this.#lines[line] ?? ''); line--) gap++;
    return gap;
  }
}

/** The one tag that has a meaning: a cell is written on one line, so nothing else could break it. */
function withLineBreaks(node: Inline): Inline {
  if (node.type === 'text') return { ...node, text: node.text.replace(EVERY_BREAK_TAG, '\n') };
  return 'children' in node ? { ...node, children: node.children.map(withLineBreaks) } : node;
}

/** What stands behind a fence names the language; several words there are the first line of what was meant. */
function codeOf({ info, content }: Token): { info: string; code: string } {
  const code = content.replace(/\n$/, '');
  const written = info.trim();
  return SEVERAL_WORDS.test(written) ? { info: '', code: `${written}\n${code}` } : { info: written, code };
}

/** A first paragraph that begins with a box makes its item a task. */
function taskOf(blocks: Block[]): Pick<Item, 'children' | 'isDone'> {
  const [first, ...others] = blocks;
  if (first?.type !== 'paragraph') return { children: blocks };
  const [text, ...inlines] = first.children;
  const box = text?.type === 'text' ? TASK.exec(text.text) : undefined;
  if (text?.type !== 'text' || !box) return { children: blocks };
  const rest = text.text.slice(box[0].length);
  const children: Inline[] = rest === '' ? inlines : [{ type: 'text', text: rest }, ...inlines];
  return { children: [{ ...first, children }, ...others], isDone: box[1] !== ' ' };
}

function alignOf(token: Token): Align {
  const style = String(token.attrGet('style') ?? '');
  if (style.endsWith('right')) return 'right';
  return style.endsWith('center') ? 'center' : 'left';
}

function urlsOf(tokens: readonly Token[]): Set<string> {
  const urls = new Set<string>();
  for (const { children } of tokens) {
    for (const child of children ?? []) {
      if (child.type === 'link_open') urls.add(String(child.attrGet('href')));
      else if (child.type === 'image') urls.add(String(child.attrGet('src')));
    }
  }
  return urls;
}
