import { element } from './dom.js';
import { createToast, paneShell } from './pane-shell.js';

/**
 * The nodes of the pane of an emulated chat app: who you are and where, and below it the app's head, its messages and
 * its composer.
 * @param {{name: string, path: string, head: Node, aboveComposer?: Node, maxChars: number}} look
 */
export function paneFrame({ name, path, head, aboveComposer, maxChars }) {
  const id = (part) => `${path}-${part}`;
  const people = element('div');
  const places = element('div');
  const hint = element('p');
  const suggestions = element('ul', { class: 'chips', id: id('suggestions') });
  const empty = element('div', { class: 'hint' }, hint, suggestions);
  const log = element('ol', { class: 'log', id: id('log'), role: 'log', 'aria-label': `Messages on ${name}` });
  const scroll = element('div', { class: 'scroll' }, empty, log);
  const toast = createToast();
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
  const shell = paneShell(
    { name, path },
    [
      { legend: 'Who you are', node: people },
      { legend: 'Which chat', node: places },
    ],
    head,
    element('div', { class: 'wall' }, scroll, toast.node),
    ...(aboveComposer ? [aboveComposer] : []),
    form,
  );
  return { ...shell, people, places, empty, hint, suggestions, scroll, log, toast, field, form };
}
