import { element, link } from '../../dom.js';
import { mention } from './mrkdwn.js';

const TAGS = { bold: 'strong', italic: 'em', strike: 's', code: 'code' };

/** A `rich_text` block, which is what people type, as nodes. */
export function richText({ elements = [] }, nameOf) {
  return elements.map((part) => partOf(part, nameOf));
}

function partOf(part, nameOf) {
  const inner = (part.elements ?? []).map((item) =>
    part.type === 'rich_text_list' ? element('li', {}, partOf(item, nameOf)) : inlineOf(item, nameOf),
  );
  switch (part.type) {
    case 'rich_text_list':
      return element(part.style === 'ordered' ? 'ol' : 'ul', { class: 'sl-list' }, ...inner);
    case 'rich_text_quote':
      return element('blockquote', {}, ...inner);
    case 'rich_text_preformatted':
      return element('pre', {}, ...inner);
    default:
      return element('div', { class: 'sl-text' }, ...inner);
  }
}

function inlineOf(item, nameOf) {
  const text = item.text ?? item.url ?? '';
  switch (item.type) {
    case 'link':
      return link(item.url ?? '', {}, text);
    case 'user':
      return mention(`@${nameOf(item.user_id)}`);
    case 'channel':
      return mention('#channel');
    case 'broadcast':
      return mention(`@${item.range}`);
    case 'emoji':
      return `:${item.name}:`;
    default:
      return styled(text, item.style ?? {});
  }
}

function styled(text, style) {
  let node = text;
  for (const [name, tag] of Object.entries(TAGS)) if (style[name]) node = element(tag, {}, node);
  return node;
}
