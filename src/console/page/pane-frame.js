import { element } from './dom.js';

/**
 * The nodes of an emulated platform's pane: the console's strip with who you are and where, and below it the platform.
 * @param {{name: string, path: string, head: Node, aboveComposer?: Node, maxChars: number}} look
 */
export function paneFrame({ name, path, head, aboveComposer, maxChars }) {
  const id = (part) => `${path}-${part}`;
  const people = element('div');
  const places = element('div');
  const notice = element('p', { class: 'notice', id: id('notice'), role: 'status', hidden: true });
  const hint = element('p');
  const suggestions = element('ul', { class: 'chips', id: id('suggestions') });
  const empty = element('div', { class: 'hint' }, hint, suggestions);
  const log = element('ol', { class: 'log', id: id('log'), role: 'log', 'aria-label': `Messages on ${name}` });
  const scroll = element('div', { class: 'scroll' }, empty, log);
  const toast = element('div', { class: 'toast', role: 'status' });
  const field = element('textarea', {
    id: id('field'),
    rows: '1',
    maxlength: String(maxChars),
    autocomplete: 'off',
  });
  const form = element(
    'form',
    { class: 'composer' },
    element('label', { class: 'unseen', for: id('field') }, `${name} message`),
    field,
    element('button', { type: 'submit', class: 'send', 'aria-label': `Send on ${name}` }),
  );
  const screen = element(
    'div',
    { class: 'screen', hidden: true },
    head,
    element('div', { class: 'wall' }, scroll, toast),
    ...(aboveComposer ? [aboveComposer] : []),
    form,
  );
  const switches = element(
    'div',
    { class: 'switches', hidden: true },
    element('fieldset', { class: 'switch' }, element('legend', { class: 'unseen' }, 'Who you are'), people),
    element('fieldset', { class: 'switch' }, element('legend', { class: 'unseen' }, 'Which chat'), places),
  );
  const root = element(
    'section',
    { class: `pane emulated ${path}`, 'data-pane': path, 'aria-labelledby': id('heading') },
    element('header', { class: 'pane-head' }, element('h2', { id: id('heading') }, name), switches),
    notice,
    screen,
  );
  return { root, switches, people, places, notice, screen, empty, hint, suggestions, scroll, log, toast, field, form };
}

/** Radio buttons that look like one switch. `choices` are `[label, isChosen, choose]`. */
export function fillSwitch(node, name, choices) {
  node.replaceChildren(
    ...choices.map(([label, isChosen, choose]) =>
      element(
        'label',
        {},
        element('input', { type: 'radio', name, checked: isChosen, change: choose }),
        element('span', {}, label),
      ),
    ),
  );
}
