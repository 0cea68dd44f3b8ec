import { linkTarget } from '../../markup/parse/link-target.ts';
import type { Inline } from '../../markup/tree/nodes.ts';
import { element } from '../base/element.ts';

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's' } as const;

/** A line of text as nodes. A picture is a link to it: nothing is asked of another host before the person says so. */
export function drawInlines(inlines: readonly Inline[]): (Node | string)[] {
  return inlines.map(drawInline);
}

function drawInline(node: Inline): Node | string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'strong':
    case 'emphasis':
    case 'strike':
      return element(TAGS[node.type], {}, ...drawInlines(node.children));
    case 'span':
      return element('code', { dir: 'ltr' }, node.code);
    case 'link':
      return link(node.url, ...drawInlines(node.children));
    case 'url':
      return link(node.url, node.url);
    case 'image':
      return link(node.url, node.alt);
    default:
      return node satisfies never;
  }
}

/** An address that nobody may be sent to stays words. */
function link(url: string, ...children: (Node | string)[]): Node {
  const target = linkTarget(url);
  if (target === '') return element('span', {}, ...children);
  return element('a', { href: target, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}
