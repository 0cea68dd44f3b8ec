import { element } from './dom.js';

const TOAST_MS = 4000;

/**
 * The outside of an emulated platform's pane: the console's strip with its switches, and below it the platform's own
 * screen, or a notice where there is none.
 * @param {{name: string, path: string}} look
 * @param {readonly {legend: string, node: HTMLElement}[]} switches
 * @param {...Node} content of the screen
 */
export function paneShell({ name, path }, switches, ...content) {
  const id = (part) => `${path}-${part}`;
  const notice = element('p', { class: 'notice', id: id('notice'), role: 'status', hidden: true });
  const screen = element('div', { class: 'screen', hidden: true }, ...content);
  const strip = element(
    'div',
    { class: 'switches', hidden: true },
    ...switches.map(({ legend, node }) =>
      element('fieldset', { class: 'switch' }, element('legend', { class: 'unseen' }, legend), node),
    ),
  );
  const root = element(
    'section',
    { class: `pane emulated ${path}`, 'data-pane': path, 'aria-labelledby': id('heading') },
    element('header', { class: 'pane-head' }, element('h2', { id: id('heading') }, name), strip),
    notice,
    screen,
  );
  return {
    root,
    showScreen: () => show(true),
    /** `why` is `token`, `off` or a sentence. `root` gets the event `off` when nothing runs here. */
    showNotice(why) {
      show(false);
      notice.textContent = noticeOf(name, why);
      if (why === 'off') root.dispatchEvent(new Event('off'));
    },
  };

  function show(isRunning) {
    notice.hidden = isRunning;
    screen.hidden = !isRunning;
    strip.hidden = !isRunning;
  }
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

/** A sentence that is shown for a while above everything else in its place. */
export function createToast() {
  const node = element('div', { class: 'toast', role: 'status' });
  let timer;
  return {
    node,
    show(text) {
      node.textContent = text;
      node.classList.add('is-shown');
      clearTimeout(timer);
      timer = setTimeout(() => node.classList.remove('is-shown'), TOAST_MS);
    },
  };
}

function noticeOf(name, why) {
  if (why === 'token') return `${name} is shown as soon as you have pasted a token.`;
  if (why === 'off')
    return `No ${name} emulator runs here: this service talks to the real ${name}, or not to ${name} at all. Where ${name} has no token, FOOTBRIDGE_EMULATORS=on starts one.`;
  return why;
}
