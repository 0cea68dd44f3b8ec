import { openForm } from '../../form-dialog.js';
import { textNode } from './blocks.js';
import { unknown } from './elements.js';

/** Most of a field that names no limit. docs.slack.dev, Plain-text input, read 2026-11. */
const MAX_FIELD_CHARS = 3000;

let closeLast = () => {};

/** A modal of the app, in place of the one before. Of fields it has those to write into. */
export function showForm({ id, title, submit, close, blocks }, view) {
  closeLast();
  closeLast = openForm({
    pane: document.querySelector('.pane.slack'),
    title: title.text,
    fields: blocks.filter(isField).map(fieldOf),
    words: blocks.filter((block) => !isField(block)).map((block) => wordsOf(block, view)),
    submit: submit?.text ?? 'Submit',
    cancel: close?.text ?? 'Cancel',
    async send(fields) {
      const answer = await view.act('submit', { view: id, fields });
      if (answer?.isAnswered === false) view.toast('The app did not answer in time.');
      if (answer?.isAnswered && !answer.errors) return undefined;
      const named = Object.entries(answer?.errors ?? {});
      return Object.fromEntries(named.map(([block, fault]) => [nameIn(blocks, block), fault]));
    },
    cancelled: () => void view.act('close', { view: id }),
  });
}

function isField({ type, element }) {
  return type === 'input' && element.type === 'plain_text_input';
}

function fieldOf({ block_id: block, label, optional, element }) {
  return {
    name: `${block}/${element.action_id}`,
    label: label.text,
    value: element.initial_value,
    hint: element.placeholder?.text,
    maxChars: element.max_length ?? MAX_FIELD_CHARS,
    isLong: element.multiline,
    isOptional: optional,
  };
}

function nameIn(blocks, blockId) {
  const block = blocks.find(({ block_id: id }) => id === blockId);
  return block?.element ? `${blockId}/${block.element.action_id}` : blockId;
}

function wordsOf({ type, text }, view) {
  return type === 'section' && text ? textNode(text, view) : unknown(`a block of type ${type}`);
}
