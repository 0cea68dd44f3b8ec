import type { Block, Inline, Item, Row, Table, Tree } from '../tree/nodes.ts';
import { textOfRow } from './linear-text.ts';

/** Two trees that hold what one held. */
export interface Halves {
  head: Tree;
  tail: Tree;
}

/**
 * Cuts a tree at a place of its linear text. What is cut through is open in both halves: a list goes on without a new
 * mark, code keeps its language, a table its head. URLs, rules and rows are not cut: one that the place is in goes to
 * the second half. `isForced` cuts URLs and rules too, as words. White space at the cut is left out.
 */
export function cutTree(tree: Tree, place: number, isForced = false): Halves {
  const { head, tail } = cutBlocks(tree, place, { isForced, wantsTail: true });
  return { head, tail };
}

/** The first half alone. It costs no more than what is in it, however much follows. */
export function headOfTree(tree: Tree, place: number): Tree {
  return cutBlocks(tree, place, { isForced: false, wantsTail: false }).head;
}

interface How {
  isForced: boolean;
  /** Else a tail only tells that there is one. */
  wantsTail: boolean;
}

/** What a cut leaves of one node. Without a tail it is whole, and `units` long. */
interface Cut<Node> {
  head?: Node;
  tail?: Node;
  units: number;
}

interface CutSequence<Node> {
  head: readonly Node[];
  tail: readonly Node[];
  units: number;
}

/** `border` is what the linear text counts between two of them. */
function cutSequence<Node>(
  nodes: readonly Node[],
  room: number,
  how: How,
  cutOne: (node: Node, room: number, how: How) => Cut<Node>,
  border = 1,
): CutSequence<Node> {
  const from = (at: number) => (how.wantsTail ? nodes.slice(at) : nodes.slice(at, at + 1));
  let units = 0;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined) break;
    if (at > 0) units += border;
    if (units > room) return { head: nodes.slice(0, at), tail: from(at), units: room };
    const cut = cutOne(node, room - units, how);
    units += cut.units;
    if (cut.tail === undefined) continue;
    const head = nodes.slice(0, at);
    if (cut.head !== undefined) head.push(cut.head);
    const tail = from(at);
    tail[0] = cut.tail;
    return { head, tail, units };
  }
  return { head: nodes, tail: [], units };
}

function whole<Node>(node: Node, units: number): Cut<Node> {
  return { head: node, units };
}

function untouched<Node>(node: Node, units: number): Cut<Node> {
  return { tail: node, units };
}

function cutBlocks(blocks: Tree, room: number, how: How): CutSequence<Block> {
  return cutSequence(blocks, room, how, cutBlock);
}

function cutBlock(block: Block, room: number, how: How): Cut<Block> {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const cut = cutInlines(block.children, room, how);
      return rejoined(block, cut, (children) => ({ ...block, children }));
    }
    case 'quote': {
      const cut = cutBlocks(block.children, room, how);
      return rejoined(block, cut, (children) => ({ ...block, children }));
    }
    case 'list': {
      const cut = cutSequence(block.items, room, how, cutItem);
      return rejoined(block, cut, (items) => ({ ...block, items }));
    }
    case 'code': {
      const { code } = block;
      if (code.length <= room) return whole(block, code.length);
      if (room === 0) return untouched(block, 0);
      const head = code.slice(0, room).replace(/\n$/, '');
      return { head: { ...block, code: head }, tail: { ...block, code: code.slice(room) }, units: room };
    }
    case 'table':
      return cutTable(block, room);
    case 'rule': {
      const { written } = block;
      if (written.length <= room) return whole(block, written.length);
      if (!how.isForced) return untouched(block, room);
      return cutBlock({ type: 'paragraph', gap: block.gap, children: [{ type: 'text', text: written }] }, room, how);
    }
    default:
      return block satisfies never;
  }
}

function rejoined<Node, Child>(
  node: Node,
  { head, tail, units }: CutSequence<Child>,
  withChildren: (children: readonly Child[]) => Node,
): Cut<Node> {
  if (tail.length === 0) return whole(node, units);
  if (head.length === 0) return { tail: withChildren(tail), units };
  return { head: withChildren(head), tail: withChildren(tail), units };
}

function cutItem(item: Item, room: number, how: How): Cut<Item> {
  const { head, tail, units } = cutBlocks(item.children, room, how);
  if (tail.length === 0) return whole(item, units);
  if (head.length === 0) return { tail: { ...item, children: tail }, units };
  return { head: { ...item, children: head }, tail: { gap: item.gap, isContinued: true, children: tail }, units };
}

function cutTable(table: Block & Table, room: number): Cut<Block> {
  let units = textOfRow(table.head).length;
  let fitting = 0;
  for (const row of table.rows) {
    const withRow = units + 1 + textOfRow(row).length;
    if (withRow > room) break;
    units = withRow;
    fitting++;
  }
  if (fitting === table.rows.length) return units <= room ? whole(table, units) : untouched(table, room);
  if (fitting === 0) return untouched(table, room);
  const rows = (from: number, to?: number): readonly Row[] => table.rows.slice(from, to);
  return { head: { ...table, rows: rows(0, fitting) }, tail: { ...table, rows: rows(fitting) }, units: room };
}

function cutInlines(nodes: readonly Inline[], room: number, how: How): CutSequence<Inline> {
  const { head, tail, units } = cutSequence(nodes, room, how, cutInline, 0);
  if (tail.length === 0) return { head, tail, units };
  return { head: withoutEndSpace(head), tail: withoutStartSpace(tail), units };
}

/** White space where a cut falls between two nodes. Words are trimmed as they are cut. */
function withoutEndSpace(head: readonly Inline[]): readonly Inline[] {
  const last = head.at(-1);
  if (last?.type !== 'text') return head;
  const text = last.text.trimEnd();
  return text === last.text ? head : [...head.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

function withoutStartSpace(tail: readonly Inline[]): readonly Inline[] {
  const [first] = tail;
  if (first?.type !== 'text') return tail;
  const text = first.text.trimStart();
  return text === first.text || text === '' ? tail : tail.with(0, { ...first, text });
}

function cutInline(node: Inline, room: number, how: How): Cut<Inline> {
  switch (node.type) {
    case 'text':
      return cutWords(node.text, room, (text) => ({ ...node, text }));
    case 'span':
      return cutWords(node.code, room, (code) => ({ ...node, code }));
    case 'image':
      return cutWords(node.alt, room, (alt) => ({ ...node, alt }));
    case 'url':
      if (node.url.length <= room) return whole(node, node.url.length);
      return how.isForced ? cutWords(node.url, room, (text) => ({ type: 'text', text })) : untouched(node, room);
    default: {
      const cut = cutInlines(node.children, room, how);
      return rejoined<Inline, Inline>(node, cut, (children) => ({ ...node, children }));
    }
  }
}

function cutWords(words: string, room: number, withWords: (words: string) => Inline): Cut<Inline> {
  if (words.length <= room) return whole(withWords(words), words.length);
  const head = words.slice(0, room).trimEnd();
  const tail = words.slice(room).trimStart();
  const cut: Cut<Inline> = { tail: withWords(tail), units: room };
  if (head !== '') cut.head = withWords(head);
  return cut;
}
