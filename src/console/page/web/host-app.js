import { element } from '../dom.js';
import { word } from '../words.js';

/**
 * What an application does with the actions of a block; the console has no pages and dialogs of its own, so it shows
 * what would happen. Every action was checked before it comes here.
 * @param {{externalHosts: readonly string[], say: (sentence: string) => void}} place `say` tells the person
 */
export function hostApp({ externalHosts, say }) {
  const dialog = (name) => (params) => showDialog(name, params);
  return {
    externalHosts,
    navigate: (path) => say(word('would_open', { path })),
    modals: { deposit: dialog('deposit'), withdraw: dialog('withdraw') },
  };
}

function showDialog(name, params) {
  const lines = Object.entries(params).flatMap(([key, value]) => [
    element('dt', { dir: 'auto' }, key),
    element('dd', { dir: 'auto' }, typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  const dialog = element(
    'dialog',
    { class: 'app-dialog', 'aria-label': name, close: () => dialog.remove() },
    element('h3', { dir: 'auto' }, name),
    element('p', {}, word('dialog_in_app')),
    element('dl', {}, ...lines),
    element('form', { method: 'dialog' }, element('button', { class: 'primary' }, word('close'))),
  );
  document.body.append(dialog);
  dialog.showModal();
}
