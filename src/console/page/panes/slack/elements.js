import { element, link } from '../../dom.js';
import { menu } from '../../menu.js';

/** What is ticked and typed arrives in this order, and before the press of the button that sends it. */
let filledIn = Promise.resolve();

/**
 * An element that a person can act upon, as a node.
 * @param {object} item
 * @param {{which: string, message: object, view: object}} at `which` is `block_id/action_id`
 */
export function elementNode(item, at) {
  switch (item.type) {
    case 'button':
      return button(item, at);
    case 'static_select':
    case 'multi_static_select':
    case 'overflow':
      return select(item, at);
    case 'checkboxes':
    case 'radio_buttons':
      return boxes(item, at);
    case 'plain_text_input':
      return field(item, at);
    default:
      return unknown(`an element of type ${item.type}`);
  }
}

/** What this console has no look for is named and not left out. */
export function unknown(what) {
  return element('p', { class: 'sl-context' }, `(Here Slack shows ${what}.)`);
}

function button({ text, url, style }, { which, message, view }) {
  const attributes = { class: `sl-button${style ? ` is-${style}` : ''}` };
  if (url) return link(url, attributes, text.text);
  const press = async ({ currentTarget }) => {
    await filledIn;
    await told(view, 'press', { ts: message.ts, which }, currentTarget);
  };
  return element('button', { ...attributes, type: 'button', click: press }, text.text);
}

function select(item, { which, message, view }) {
  const isMulti = item.type === 'multi_static_select';
  const options = optionsOf(item);
  return menu({
    label: item.placeholder?.text ?? (item.type === 'overflow' ? 'More' : 'Choose'),
    face: item.type === 'overflow' ? '⋯' : undefined,
    options: options.map(({ text, description }) => ({ label: text.text, hint: description?.text })),
    picked: draftOf(item, { which, message, view }),
    isMulti,
    max: item.max_selected_items,
    pick(picks, control) {
      if (item.type !== 'overflow') view.keepDraft(message, which, picks);
      void told(view, 'select', { ts: message.ts, which, picks }, control);
    },
  });
}

function boxes(item, at) {
  const { which, message, view } = at;
  const isRadio = item.type === 'radio_buttons';
  const picked = new Set(draftOf(item, at));
  const inputs = [];
  const change = () => {
    const picks = inputs.flatMap((input, index) => (input.checked ? [index] : []));
    view.keepDraft(message, which, picks);
    filledIn = filledIn.then(() => told(view, 'select', { ts: message.ts, which, picks }));
  };
  const labels = optionsOf(item).map(({ text, description }, index) => {
    const input = element('input', {
      type: isRadio ? 'radio' : 'checkbox',
      name: `${message.ts} ${which}`,
      checked: picked.has(index),
      change,
    });
    inputs.push(input);
    const hint = description ? [element('small', {}, description.text)] : [];
    return element('label', { class: 'sl-box' }, input, element('span', {}, text.text, ...hint));
  });
  return element('div', { class: 'sl-boxes', role: 'group', 'aria-label': 'Options' }, ...labels);
}

function field({ placeholder, initial_value, multiline }, { which, message, view }) {
  const change = ({ currentTarget }) => {
    view.keepDraft(message, which, currentTarget.value);
    const text = currentTarget.value;
    filledIn = filledIn.then(() => told(view, 'type', { ts: message.ts, which, text }));
  };
  const node = element(multiline ? 'textarea' : 'input', {
    class: 'sl-field',
    placeholder: placeholder?.text,
    'aria-label': placeholder?.text ?? 'Text',
    change,
  });
  node.value = view.draftOf(message, which) ?? initial_value ?? '';
  return node;
}

/** What is picked: what the person did last, or else what the message began with. */
function draftOf(item, { which, message, view }) {
  const known = view.draftOf(message, which);
  if (known) return known;
  const initial = [item.initial_option, ...(item.initial_options ?? [])].filter(Boolean).map(({ value }) => value);
  return optionsOf(item).flatMap(({ value }, index) => (initial.includes(value) ? [index] : []));
}

function optionsOf({ options, option_groups: groups }) {
  return options ?? (groups ?? []).flatMap((group) => group.options);
}

async function told(view, name, fields, control) {
  const answer = await view.act(name, fields, control);
  if (answer?.isAnswered === false) view.toast('The app did not answer in time. Slack shows a warning sign here.');
}
