import { element } from '../dom.js';
import { word } from '../words.js';

/**
 * What an application does with the actions of a block; the console has no pages and dialogs of its own, so it shows
 * what would happen. Every action was checked before it comes here.
 * @param {{field: HTMLTextAreaElement, say: (sentence: string) => void}} place the composer's field, and who tells the person
 */
export function hostApp({ field, say }) {
  return {
    navigate: (path) => say(word('would_open', { path })),
    /** Never sends. */
    fillComposer(command) {
      field.value = command;
      field.dispatchEvent(new Event('input'));
      field.focus();
      field.setSelectionRange(command.length, command.length);
      say(word('in_composer'));
    },
    openDialog(name, params = {}) {
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
    },
    refuse(why) {
      // biome-ignore lint/suspicious/noConsole: for whoever builds the agent; the person cannot do anything about it.
      console.warn(`An action was refused: ${why}.`);
      say(word('not_allowed'));
    },
  };
}
