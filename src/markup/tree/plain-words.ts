import type { Inline } from './nodes.ts';

/** The words of some nodes, without marks and targets. */
export function wordsOf(nodes: readonly Inline[]): string {
  let words = '';
  for (const node of nodes) {
    switch (node.type) {
      case 'text':
        words += node.text;
        break;
      case 'span':
        words += node.code;
        break;
      case 'url':
        words += node.url;
        break;
      case 'image':
        words += node.alt;
        break;
      default:
        words += wordsOf(node.children);
    }
  }
  return words;
}
