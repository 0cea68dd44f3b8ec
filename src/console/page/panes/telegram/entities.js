import { element, link } from '../../dom.js';

const TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
};

/** Blocks break the line themselves: one line break before and after them is not shown again. */
const BLOCKS = new Set(['pre', 'blockquote', 'expandable_blockquote']);

/** A Telegram text with its entities, as nodes. Entities come sorted by offset, longest first; offsets count UTF-16 units. */
export function formatted(text, entities = []) {
  return nodesOf(text, entities, 0, text.length);
}

function nodesOf(text, entities, start, end) {
  const nodes = [];
  let position = start;
  const addText = (to, isBeforeBlock) => {
    const plain = text.slice(position, to);
    if (plain !== '') nodes.push(isBeforeBlock ? plain.replace(/\n$/, '') : plain);
  };
  for (let index = 0; index < entities.length; index++) {
    const entity = entities[index];
    if (entity.offset < position || entity.offset >= end) continue;
    const isBlock = BLOCKS.has(entity.type);
    const entityEnd = Math.min(entity.offset + entity.length, end);
    addText(entity.offset, isBlock);
    const inner = nodesOf(text, entities.slice(index + 1), entity.offset, entityEnd);
    nodes.push(wrapped(entity, inner, text.slice(entity.offset, entityEnd)));
    position = isBlock && text[entityEnd] === '\n' ? entityEnd + 1 : entityEnd;
  }
  addText(end, false);
  return nodes;
}

function wrapped({ type, url, language }, inner, text) {
  if (type === 'text_link') return link(url, {}, ...inner);
  if (type === 'url') return link(text, {}, ...inner);
  if (type === 'email') return link(`mailto:${text}`, {}, ...inner);
  if (type === 'spoiler') {
    const reveal = (event) => event.currentTarget.classList.add('is-shown');
    return element('button', { type: 'button', class: 'spoiler', title: 'Show', click: reveal }, ...inner);
  }
  if (TAGS[type]) return element(TAGS[type], { 'data-language': language }, ...inner);
  return element('span', { class: `entity-${type}` }, ...inner);
}
