import { linkUrl } from '../../protocol/link-url.ts';
import { element } from '../base/element.ts';

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]]/g;

/** A text as nodes, its web addresses as links that open in a new tab. Nothing of it is ever markup. */
export function linkedText(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(URL_IN_TEXT)) {
    const checked = linkUrl(written);
    if ('refusal' in checked) continue;
    nodes.push(text.slice(end, index));
    nodes.push(element('a', { href: checked.url, target: '_blank', rel: 'noopener noreferrer' }, written));
    end = index + written.length;
  }
  return [...nodes, text.slice(end)];
}
