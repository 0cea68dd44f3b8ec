import { element, link, timeOfDay } from '../../dom.js';
import { fileNode } from '../../files.js';
import { startPane } from '../../pane.js';
import { formatted } from './entities.js';

/** The emulated Telegram. */
export function startTelegram() {
  const avatar = element('span', { class: 'tg-avatar', 'aria-hidden': 'true' });
  const title = element('strong');
  const status = element('span');
  return startPane({
    name: 'Telegram',
    path: 'telegram',
    maxChars: 4096,
    places: { direct: 'Private', group: 'Group' },
    head: element('header', { class: 'tg-head' }, avatar, element('div', { class: 'tg-name' }, title, status)),
    keyOf: ({ message_id }) => message_id,
    authorOf: ({ from }) => from?.id,
    mention,
    render: renderMessage,
    showChat({ bot, people, chat }) {
      title.textContent = chat.title;
      avatar.textContent = chat.title.charAt(0);
      status.textContent = chat.isGroup ? `the bot, ${people.map(({ name }) => name).join(', ')}` : 'bot';
      return {
        hint: chat.isGroup
          ? `In a group the bot hears what names it: ${mention(bot)}.`
          : 'The same agent, as people on Telegram see it.',
        placeholder: chat.isGroup ? `${mention(bot)} …` : 'Message',
      };
    },
    showTyping(_view, text) {
      status.classList.toggle('is-typing', text !== undefined);
    },
  });
}

function mention({ username }) {
  return `@${username}`;
}

function renderMessage(message, view) {
  const { from, text, caption, edit_date, date, reply_markup: markup } = message;
  const entities = message.entities ?? message.caption_entities;
  const isMine = from?.id === view.personId;
  const content = text ?? caption;
  const file = fileOf(message);
  const time = timeOfDay((edit_date ?? date) * 1000);
  return element(
    'li',
    { class: `tg-message ${isMine ? 'is-mine' : 'is-theirs'}` },
    element(
      'div',
      { class: 'tg-bubble' },
      ...(view.isGroup && !isMine ? [element('span', { class: 'tg-author' }, from?.first_name ?? '')] : []),
      ...(file ? [fileNode({ platform: 'telegram', ...file })] : []),
      ...(message.location ? [placeNode(message.location)] : []),
      ...((file || message.location) && content === undefined
        ? []
        : [
            element(
              'div',
              { class: 'tg-text' },
              ...(content === undefined ? [serviceText(message)] : formatted(content, entities)),
            ),
          ]),
      element('time', {}, edit_date ? `edited ${time}` : time),
    ),
    ...(markup ? [renderKeyboard(message, markup.inline_keyboard, view)] : []),
  );
}

function renderKeyboard(message, rows, view) {
  let index = 0;
  return element(
    'div',
    { class: 'tg-keyboard', role: 'group', 'aria-label': 'Buttons of this message' },
    ...rows.map((row) =>
      element('div', { class: 'tg-row' }, ...row.map((button) => renderButton(message, button, index++, view))),
    ),
  );
}

function renderButton(message, { text, url, style, copy_text: copied }, index, view) {
  // Telegram cuts a label that is too long; here the rest is a pointer away.
  const attributes = { class: `tg-button${style ? ` is-${style}` : ''}`, title: text };
  if (url) {
    return link(
      url,
      attributes,
      text,
      element('span', { class: 'tg-corner', role: 'img', 'aria-label': 'opens a page' }, '↗'),
    );
  }
  if (copied) return copyButton(attributes, text, copied.text, view);
  const press = async ({ currentTarget }) => {
    const answer = await view.act('press', { message_id: message.message_id, button: index }, currentTarget);
    if (answer?.showAlert) showAlert(answer.text);
    else if (answer?.text) view.toast(answer.text);
  };
  return element('button', { ...attributes, type: 'button', click: press }, text);
}

/** The bot hears nothing of it. */
function copyButton(attributes, text, copied, view) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      view.toast(`Copied: ${copied}`);
    } catch {
      view.toast('The browser does not let this page copy.');
    }
  };
  const corner = element('span', { class: 'tg-corner is-copy', role: 'img', 'aria-label': 'copies a text' });
  return element('button', { ...attributes, type: 'button', title: copied, click: copy }, text, corner);
}

function showAlert(text) {
  const dialog = element(
    'dialog',
    { class: 'tg-alert', 'aria-label': 'Telegram says', close: () => dialog.remove() },
    element('p', {}, text),
    element('form', { method: 'dialog' }, element('button', { type: 'submit', class: 'primary' }, 'OK')),
  );
  document.querySelector('.pane.telegram').append(dialog);
  dialog.showModal();
}

function serviceText({ migrate_to_chat_id: movedTo }) {
  return movedTo ? 'The group became a supergroup.' : '…';
}

/** A map of nowhere in particular: this page asks no other server for one. */
function placeNode({ latitude, longitude }) {
  return element(
    'figure',
    { class: 'tg-place' },
    element('div', { class: 'tg-map', 'aria-hidden': 'true' }, element('span', { class: 'tg-pin' })),
    element('figcaption', {}, `Location: ${latitude}, ${longitude}`),
  );
}

/** The file that a message carries; nothing when it carries none. */
function fileOf({ photo, document, voice, audio, video }) {
  const largest = photo?.at(-1);
  if (largest) return { id: largest.file_id, name: 'Photo', mime: 'image/jpeg' };
  if (voice) return { id: voice.file_id, name: 'Voice message', mime: 'audio/ogg' };
  const file = audio ?? video ?? document;
  return file && { id: file.file_id, name: file.file_name ?? 'file', mime: file.mime_type };
}
