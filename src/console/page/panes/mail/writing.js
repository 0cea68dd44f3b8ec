import { element } from '../../dom.js';

/** What the console takes with one mail. */
const MAX_FILES_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 10;

/**
 * A form that a mail is written in. Enter begins a line, as in a mail program; Ctrl or Cmd with it sends. What was
 * written stays until the mail has gone out.
 * @param {object} form
 * @param {string} form.id
 * @param {string} form.label
 * @param {boolean} form.hasSubject
 * @param {(letter: {subject?: string, text: string, files: object[]}, button: HTMLElement) => Promise<boolean>} form.send gives whether it went out
 * @param {(sentence: string) => void} form.complain
 */
export function writingForm({ id, label, hasSubject, send, complain }) {
  let files = [];
  const subject = element('input', {
    id: `${id}-subject`,
    maxlength: '500',
    placeholder: 'Subject',
    autocomplete: 'off',
  });
  const field = element('textarea', {
    id: `${id}-field`,
    rows: '1',
    maxlength: '100000',
    placeholder: label,
    input: grow,
  });
  const picked = element('ul', { class: 'ml-picked' });
  const picker = element('input', {
    type: 'file',
    multiple: true,
    class: 'unseen',
    tabindex: '-1',
    'aria-label': 'Files to attach',
    change: add,
  });
  const button = element('button', { type: 'submit', class: 'ml-send', 'aria-label': 'Send by mail' }, 'Send');
  const node = element(
    'form',
    { class: `ml-writing${hasSubject ? ' has-subject' : ''}`, submit, keydown },
    ...(hasSubject ? [element('label', { class: 'unseen', for: subject.id }, 'Subject'), subject] : []),
    element('label', { class: 'unseen', for: field.id }, label),
    field,
    picked,
    element(
      'div',
      { class: 'ml-actions' },
      button,
      element('button', { type: 'button', class: 'ml-attach', click: () => picker.click() }, 'Attach'),
      picker,
    ),
  );
  return {
    node,
    focus: () => (hasSubject ? subject : field).focus(),
    setLabel(text) {
      field.placeholder = text;
      node.querySelector(`label[for="${field.id}"]`).textContent = text;
    },
    /** What was written and not sent. */
    draft: () => ({ subject: subject.value, text: field.value, files }),
    /** Shows a draft, or none. */
    fill(draft) {
      subject.value = draft?.subject ?? '';
      field.value = draft?.text ?? '';
      files = draft?.files ?? [];
      showFiles();
      grow();
    },
  };

  function grow() {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  }

  function keydown(event) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    node.requestSubmit();
  }

  async function submit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') {
      field.focus();
      return;
    }
    const encoded = await Promise.all(files.map(encode));
    await send({ ...(hasSubject && { subject: subject.value.trim() }), text, files: encoded }, button);
  }

  function add() {
    const all = [...files, ...picker.files];
    picker.value = '';
    const sizeBytes = all.reduce((sum, { size }) => sum + size, 0);
    if (all.length > MAX_FILES) complain(`A mail takes ${MAX_FILES} files here.`);
    else if (sizeBytes > MAX_FILES_BYTES) complain('A mail takes 5 MB of files here.');
    else files = all;
    showFiles();
  }

  function showFiles() {
    picked.replaceChildren(
      ...files.map((file) =>
        element(
          'li',
          {},
          element('span', {}, file.name),
          element('button', { type: 'button', 'aria-label': `Remove ${file.name}`, click: () => remove(file) }, '×'),
        ),
      ),
    );
  }

  function remove(file) {
    files = files.filter((other) => other !== file);
    showFiles();
  }
}

async function encode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const mime = /^[\w.+-]+\/[\w.+-]+/.exec(file.type)?.[0] ?? 'application/octet-stream';
  return { name: file.name, mime, base64: btoa(binary) };
}
