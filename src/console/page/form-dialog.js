import { element } from './dom.js';

const GAP_PX = 16;
let lastNumber = 0;

/**
 * A form of a platform on top of the page: Tab stays in it, Enter submits, Escape cancels.
 * @param {object} form
 * @param {HTMLElement} form.pane whose colours it has
 * @param {string} form.title
 * @param {{name: string, label: string, value?: string, hint?: string, maxChars: number, isLong?: boolean, isOptional?: boolean}[]} form.fields
 * @param {readonly Node[]} form.words what stands above the fields
 * @param {string} form.submit
 * @param {string} form.cancel
 * @param {(values: Record<string, string>) => Promise<Record<string, string> | undefined>} form.send gives what is wrong, by the names of the fields; it stays open then
 * @param {() => void} form.cancelled
 * @returns {() => void} takes it away
 */
export function openForm({ pane, title, fields, words, submit, cancel, send, cancelled }) {
  const id = `form-${++lastNumber}`;
  const rows = fields.map((field, place) => row(field, `${id}-${place}`));
  const sendButton = element('button', { type: 'submit', class: 'primary' }, submit);
  const form = element(
    'form',
    { submit: submitted },
    element('h3', { id }, title),
    ...words,
    ...rows.map(({ node }) => node),
    element(
      'div',
      { class: 'form-buttons' },
      element('button', { type: 'button', click: () => leave() }, cancel),
      sendButton,
    ),
  );
  const dialog = element('dialog', { class: 'form-dialog', 'aria-labelledby': id, cancel: leave }, form);
  pane.append(dialog);
  dialog.showModal();
  place();
  const first = rows[0]?.input;
  first?.focus();
  // What is to be added comes behind what is there.
  first?.setSelectionRange(first.value.length, first.value.length);
  return close;

  /** Over its own pane, as far as the page is wide enough. */
  function place() {
    const { left, width } = pane.getBoundingClientRect();
    const wanted = left + (width - dialog.offsetWidth) / 2;
    const last = window.innerWidth - dialog.offsetWidth - GAP_PX;
    dialog.style.left = `${Math.max(GAP_PX, Math.min(wanted, last))}px`;
  }

  function close() {
    dialog.close();
    dialog.remove();
  }

  function leave(event) {
    event?.preventDefault();
    close();
    cancelled();
  }

  async function submitted(event) {
    event.preventDefault();
    sendButton.disabled = true;
    const faults = await send(Object.fromEntries(rows.map(({ name, input }) => [name, input.value])));
    sendButton.disabled = false;
    if (!faults) return close();
    for (const { name, fault } of rows) fault.textContent = faults[name] ?? '';
  }
}

function row({ name, label, value = '', hint, maxChars, isLong, isOptional }, id) {
  const input = element(isLong ? 'textarea' : 'input', {
    id,
    maxlength: String(maxChars),
    placeholder: hint,
    required: !isOptional,
    autocomplete: 'off',
    'aria-describedby': `${id}-fault`,
  });
  input.value = value;
  const fault = element('p', { id: `${id}-fault`, class: 'form-fault', role: 'alert' });
  return { name, input, fault, node: element('div', {}, element('label', { for: id }, label), input, fault) };
}
