import type { Block, Inline, Item, Tree } from './nodes.ts';

/**
 * The tree with the targets of links and pictures that are longer than `maxUnits` behind their words, where they can
 * be cut off from them. Without such links it is the same tree.
 */
export function withoutLongLinks(tree: Tree, maxUnits: number): Tree {
  const blocks = tree.map((block) => blockWithout(block, maxUnits));
  return blocks.some((block, at) => block !== tree[at]) ? blocks : tree;
}

function blockWithout(block: Block, maxUnits: number): Block {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const children = inlinesWithout(block.children, maxUnits);
      return children === block.children ? block : { ...block, children };
    }
    case 'quote': {
      const children = withoutLongLinks(block.children, maxUnits);
      return children === block.children ? block : { ...block, children };
    }
    case 'list': {
      const items = block.items.map((item): Item => {
        const children = withoutLongLinks(item.children, maxUnits);
        return children === item.children ? item : { ...item, children };
      });
      return items.some((item, at) => item !== block.items[at]) ? { ...block, items } : block;
    }
    default:
      return block;
  }
}

function inlinesWithout(nodes: readonly Inline[], maxUnits: number): readonly Inline[] {
  const shown = nodes.flatMap((node): readonly Inline[] => {
    if ((node.type === 'link' || node.type === 'image') && node.url.length > maxUnits) {
      const words: readonly Inline[] = node.type === 'link' ? node.children : [{ type: 'text', text: node.alt }];
      return [...words, { type: 'text', text: ': ' }, { type: 'url', url: node.url }];
    }
    if (!('children' in node)) return [node];
    const children = inlinesWithout(node.children, maxUnits);
    return [children === node.children ? node : { ...node, children }];
  });
  return shown.length === nodes.length && shown.every((node, at) => node === nodes[at]) ? nodes : shown;
}
