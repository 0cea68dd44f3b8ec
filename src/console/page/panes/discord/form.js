import { element } from '../../dom.js';
import { openForm } from '../../form-dialog.js';
import { markdown } from './markdown.js';

/** Types of components and the style of several lines. docs.discord.com/developers/components/reference, read 2026-11. */
const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const PARAGRAPH = 2;
const MAX_FIELD_CHARS = 4000;

let closeLast = () => {};

/** A modal of the app, in place of the one before. Of fields it has those to write into. */
export function showForm({ title, components }, view) {
  const parts = components.map(partOf);
  closeLast();
  closeLast = openForm({
    pane: document.querySelector('.pane.discord'),
    title,
    fields: parts.filter(({ type }) => type === TEXT_INPUT).map(fieldOf),
    words: parts.filter(({ type }) => type !== TEXT_INPUT).map((part) => wordsOf(part, view)),
    submit: 'Submit',
    cancel: 'Cancel',
    async send(fields) {
      const answer = await view.act('submit', { fields });
      if (answer?.isAnswered) return undefined;
      view.toast('Something went wrong. Try again.');
      return {};
    },
    // Discord tells nobody.
    cancelled() {},
  });
}

/** A field with its label, whether that is around it or in it. */
function partOf(component) {
  const { type, label, components = [] } = component;
  const inner = type === ROW ? components[0] : component.component;
  return inner ? { label, ...inner } : component;
}

function fieldOf({ custom_id: name, label, value, placeholder, max_length: maxChars, style, required }) {
  return {
    name,
    label,
    value,
    hint: placeholder,
    maxChars: maxChars ?? MAX_FIELD_CHARS,
    isLong: style === PARAGRAPH,
    isOptional: required === false,
  };
}

function wordsOf({ type, content }, view) {
  if (type === TEXT) return element('div', { class: 'dc-text' }, ...markdown(content, view.nameOf));
  return element('p', { class: 'dc-note' }, `(Here Discord shows a component of type ${type}.)`);
}
