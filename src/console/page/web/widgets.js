import { element } from '../dom.js';
import { word } from '../words.js';

const RENDERERS = { options, action_link: actionLink, mcp_resource: mcpResource };

/**
 * A widget as a node; nothing for a type that this page does not know, which is no error.
 * `answer({message, ui_response})` sends what a person picked.
 */
export function renderWidget(widget, answer) {
  return Object.hasOwn(RENDERERS, widget?.type) ? RENDERERS[widget.type](widget, answer) : undefined;
}

/** A question, wherever it came from. Its legend is read out only when the text asks the same already. */
export function options({ id, prompt, options, multi }, answer, said = '') {
  if (!Array.isArray(options)) return undefined;
  const legend = element('legend', { dir: 'auto' }, prompt || word('choose'));
  if (prompt && said.includes(prompt)) legend.classList.add('unseen');
  const group = element('fieldset', { class: 'widget options', 'data-question': id }, legend);
  const named = options.map(({ value, label }) => ({ value, label: label ?? value }));
  if (multi) renderMulti({ id, options: named }, group, answer);
  else renderSingle({ id, options: named }, group, answer);
  return group;
}

/** Shows what was answered to a question that stands in a log, by a press or in words, there or elsewhere. */
export function markAnswered(log, { id, label }) {
  const group = log.querySelector(`[data-question="${CSS.escape(id)}"]`);
  if (!group || group.disabled) return;
  group.disabled = true;
  for (const button of group.querySelectorAll('button.choice')) if (button.textContent === label) markPicked(button);
}

function renderSingle({ id, options }, group, answer) {
  for (const { value, label } of options) {
    const press = () => {
      group.disabled = true;
      markPicked(button);
      answer({ message: label, ui_response: { id, value } });
    };
    const button = element('button', { type: 'button', class: 'choice', dir: 'auto', click: press }, label);
    group.append(button);
  }
}

function markPicked(button) {
  button.classList.add('is-picked');
  button.prepend('✓ ');
}

function renderMulti({ id, options }, group, answer) {
  const boxes = options.map(({ value, label }) => {
    const box = element('input', { type: 'checkbox', change: () => refresh() });
    group.append(element('label', { class: 'choice' }, box, element('span', { dir: 'auto' }, label)));
    return { box, value, label };
  });
  const picked = () => boxes.filter(({ box }) => box.checked);
  const send = () => {
    const chosen = picked();
    group.disabled = true;
    button.textContent = `✓ ${word('sent')}`;
    answer({
      message: chosen.map(({ label }) => label).join(', '),
      ui_response: { id, value: chosen.map(({ value }) => value) },
    });
  };
  const button = element('button', { type: 'button', class: 'primary', click: send }, word('send_choice'));
  const refresh = () => {
    button.disabled = picked().length === 0;
  };
  refresh();
  group.append(button);
}

function actionLink({ url, label, hint }) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const { host } = new URL(url);
  return element(
    'a',
    { class: 'widget action-link', href: url, target: '_blank', rel: 'noopener noreferrer' },
    element('span', { class: 'action-label', dir: 'auto' }, label || host),
    ...(hint ? [element('span', { class: 'action-hint', dir: 'auto' }, hint)] : []),
    element('span', { class: 'action-host', dir: 'ltr' }, host),
  );
}

/** The card names its source; what is inside is never run here. */
function mcpResource({ server, tool, mime_type: mime }) {
  return element(
    'div',
    { class: 'widget card is-unopened' },
    element('strong', { dir: 'auto' }, tool),
    element('span', { dir: 'auto' }, word('mcp_card', { server }), ...(mime ? [` ${mime}`] : [])),
  );
}
