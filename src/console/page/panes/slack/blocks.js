import { element, link } from '../../dom.js';
import { elementNode, unknown } from './elements.js';
import { mrkdwn } from './mrkdwn.js';
import { richText } from './rich-text.js';

/** The blocks of a message as nodes. */
export function blockNodes(message, view) {
  return (message.blocks ?? []).map((block) => blockNode(block, message, view));
}

function blockNode(block, message, view) {
  const act = (item, index) => {
    const which = `${block.block_id}/${item.action_id ?? `${block.block_id}.${index}`}`;
    return elementNode(item, { which, message, view });
  };
  switch (block.type) {
    case 'section':
      return section(block, act, view);
    case 'actions':
      return element(
        'div',
        { class: 'sl-actions', role: 'group', 'aria-label': 'Actions' },
        ...block.elements.map(act),
      );
    case 'context':
      return element('div', { class: 'sl-context' }, ...block.elements.map((item) => contextPart(item, view)));
    case 'header':
      return element('h3', { class: 'sl-header' }, block.text.text);
    case 'divider':
      return element('hr', { class: 'sl-divider' });
    case 'input':
      return element('div', { class: 'sl-input' }, element('strong', {}, block.label.text), act(block.element, 0));
    case 'image':
      return picture(block);
    case 'rich_text':
      return element('div', {}, ...richText(block, view.nameOf));
    case 'markdown':
      return element('div', { class: 'sl-text' }, block.text);
    default:
      return unknown(`a block of type ${block.type}`);
  }
}

function section({ text, fields = [], accessory }, act, view) {
  const words = [...(text ? [textNode(text, view)] : []), ...fields.map((field) => textNode(field, view))];
  return element(
    'div',
    { class: 'sl-section' },
    element('div', { class: fields.length > 0 ? 'sl-fields' : '' }, ...words),
    ...(accessory ? [accessory.type === 'image' ? picture(accessory) : act(accessory, 0)] : []),
  );
}

/** Words of a block, or of a message without blocks. */
export function textNode({ type, text }, view) {
  const nodes = type === 'mrkdwn' ? mrkdwn(text, view.nameOf) : [text];
  return element('div', { class: 'sl-text' }, ...nodes);
}

function contextPart(item, view) {
  return item.type === 'image' ? picture(item) : textNode(item, view);
}

/** The page shows no pictures from elsewhere. */
function picture({ image_url: url = '', alt_text: alt, title }) {
  return link(url, { class: 'sl-picture' }, `Picture: ${title?.text ?? alt}`);
}
