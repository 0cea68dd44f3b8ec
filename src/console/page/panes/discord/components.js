import { element, link } from '../../dom.js';
import { menu } from '../../menu.js';
import { markdown } from './markdown.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** The components of a message as nodes. Numbers are Discord's types (docs.discord.com/developers/components/reference). */
export function componentNodes(message, view) {
  return (message.components ?? []).map((component) => componentNode(component, message, view));
}

function componentNode(component, message, view) {
  const inner = () => (component.components ?? []).map((child) => componentNode(child, message, view));
  switch (component.type) {
    case 1:
      return element('div', { class: 'dc-row', role: 'group', 'aria-label': 'Components' }, ...inner());
    case 2:
      return button(component, message, view);
    case 3:
      return select(component, message, view);
    case 9:
      return element(
        'div',
        { class: 'dc-section' },
        element('div', {}, ...inner()),
        componentNode(component.accessory, message, view),
      );
    case 10:
      return element('div', { class: 'dc-text' }, ...markdown(component.content, view.nameOf));
    case 14:
      return element('hr', { class: 'dc-divider' });
    case 17:
      return element('div', { class: 'dc-container' }, ...inner());
    default:
      return element('p', { class: 'dc-note' }, `(Here Discord shows a component of type ${component.type}.)`);
  }
}

function button({ style, label = '', emoji, url, disabled, custom_id: which }, message, view) {
  const attributes = { class: `dc-button is-${STYLES[style] ?? 'secondary'}` };
  const face = [emoji?.name, label].filter(Boolean).join(' ');
  if (url) return link(url, attributes, face, element('span', { role: 'img', 'aria-label': 'opens a page' }, '↗'));
  const press = ({ currentTarget }) => void told(view, message, 'press', { which }, currentTarget);
  return element('button', { ...attributes, type: 'button', disabled, click: press }, face);
}

function select({ placeholder, options, min_values: min, max_values: max, disabled, custom_id: which }, message, view) {
  const initial = options.flatMap((option, index) => (option.default ? [index] : []));
  const node = menu({
    label: placeholder ?? 'Make a selection',
    options: options.map(({ label, description }) => ({ label, hint: description })),
    picked: view.draftOf(message, which) ?? initial,
    isMulti: (max ?? 1) > 1,
    max,
    pick(picks, control) {
      view.keepDraft(message, which, picks);
      if (picks.length < (min ?? 1)) view.toast(`Discord sends nothing with fewer than ${min ?? 1} picked.`);
      else void told(view, message, 'select', { which, picks: picks.map((index) => options[index].value) }, control);
    },
  });
  if (disabled) node.querySelector('button').disabled = true;
  return node;
}

async function told(view, { id }, name, fields, control) {
  const failed = control.closest('li').querySelector('.dc-failed');
  failed.textContent = '';
  const answer = await view.act(name, { id, ...fields }, control);
  if (answer?.isAnswered === false) failed.textContent = 'This interaction failed';
}
