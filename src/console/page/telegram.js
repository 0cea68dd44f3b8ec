import { errorOf, request } from './api.js';
import { byId, composer, element, keepAtEnd } from './dom.js';
import { formatted } from './entities.js';
import { readEvents } from './sse.js';

const TOAST_MS = 3500;
const RECONNECT_MS = 1500;
const TYPING_MS = 5000;

/**
 * The emulated Telegram: what one person sees of a chat with the bot, kept up to date by the emulator's events.
 * Gives the function that says a suggestion there.
 */
export function startTelegram() {
  const list = byId('tg-log');
  const frame = list.parentElement;
  /** Messages by chat, then by id, in the order in which they came. */
  const chats = new Map();
  const state = { people: [], chats: [], mention: '', personId: 0, isGroup: false };
  let toastTimer;
  let typingTimer;
  let isFollowing = false;

  const openChat = () =>
    state.chats.find(({ isGroup, members }) => isGroup === state.isGroup && members.includes(state.personId));

  /** Gives whether there is an emulator. */
  async function load() {
    const response = await request('/console/telegram/state');
    if (response.status === 401) return showNotice('Telegram is shown as soon as you have pasted a token.');
    if (!response.ok) return showNotice(await errorOf(response));
    const loaded = await response.json();
    if (!loaded.isRunning) {
      return showNotice(
        'No Telegram emulator runs here: this service talks to the real Telegram, or not to Telegram at all.',
      );
    }
    byId('tg-notice').hidden = true;
    byId('tg-phone').hidden = false;
    Object.assign(state, { people: loaded.people, chats: loaded.chats, mention: `@${loaded.bot.username}` });
    state.personId ||= loaded.people[0].id;
    for (const [chatId, messages] of Object.entries(loaded.messages)) {
      chats.set(Number(chatId), new Map(messages.map((message) => [message.message_id, message])));
    }
    renderPeople();
    renderChat();
    return true;
  }

  function showNotice(text) {
    byId('tg-phone').hidden = true;
    byId('tg-notice').hidden = false;
    byId('tg-notice').textContent = text;
    return false;
  }

  /** Loads everything, follows the events, and begins again when the stream breaks. Ends when there is nothing to follow. */
  async function follow() {
    if (isFollowing) return;
    isFollowing = true;
    while (isFollowing) {
      try {
        const response = await request('/console/telegram/events');
        isFollowing = await load();
        if (!isFollowing) return;
        for await (const { event, data } of readEvents(response.body)) apply(event, JSON.parse(data));
      } catch {
        // The service is restarting; what was missed comes with the next load.
      }
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  function apply(type, { chatId, message, messageId }) {
    const messages = chats.get(chatId);
    if (!messages) return;
    const isOpen = openChat()?.id === chatId;
    if (type === 'action') {
      if (isOpen) showTyping(true);
      return;
    }
    if (type === 'deleted') messages.delete(messageId);
    else messages.set(message.message_id, message);
    if (!isOpen) return;
    if (type === 'message' && message.from?.is_bot) showTyping(false);
    const atEnd = keepAtEnd(frame);
    const shown = list.querySelector(`[data-id="${type === 'deleted' ? messageId : message.message_id}"]`);
    if (type === 'deleted') shown?.remove();
    else if (shown) shown.replaceWith(renderMessage(message));
    else list.append(renderMessage(message));
    atEnd();
    byId('tg-empty').hidden = messages.size > 0;
  }

  function renderPeople() {
    const choose = (change) => () => {
      Object.assign(state, change);
      renderChat();
    };
    const radio = (name, label, isChecked, change) =>
      element(
        'label',
        {},
        element('input', { type: 'radio', name, checked: isChecked, change: choose(change) }),
        element('span', {}, label),
      );
    byId('tg-people').replaceChildren(
      ...state.people.map(({ id, name }) => radio('tg-person', name, id === state.personId, { personId: id })),
    );
    byId('tg-places').replaceChildren(
      radio('tg-place', 'Private', !state.isGroup, { isGroup: false }),
      radio('tg-place', 'Group', state.isGroup, { isGroup: true }),
    );
  }

  function renderChat() {
    const chat = openChat();
    const messages = [...(chats.get(chat.id)?.values() ?? [])];
    byId('tg-title').textContent = chat.title;
    byId('tg-avatar').textContent = chat.title.charAt(0);
    byId('tg-status').textContent = chat.isGroup
      ? `the bot, ${state.people.map(({ name }) => name).join(', ')}`
      : 'emulated Telegram';
    byId('tg-hint').textContent = chat.isGroup
      ? `In a group the bot hears what names it: ${state.mention}.`
      : 'The same agent, as people on Telegram see it.';
    byId('tg-field').placeholder = chat.isGroup ? `${state.mention} …` : 'Message';
    byId('tg-empty').hidden = messages.length > 0;
    list.replaceChildren(...messages.map(renderMessage));
    frame.scrollTop = frame.scrollHeight;
    showTyping(false);
  }

  function renderMessage(message) {
    const { message_id: id, from, text, caption, edit_date, date, reply_markup: markup } = message;
    const entities = message.entities ?? message.caption_entities;
    const isMine = from?.id === state.personId;
    const content = text ?? caption;
    const file = fileLabel(message);
    const time = new Date((edit_date ?? date) * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    return element(
      'li',
      { class: `tg-message ${isMine ? 'is-mine' : 'is-theirs'}`, 'data-id': String(id) },
      element(
        'div',
        { class: 'tg-bubble' },
        ...(state.isGroup && !isMine ? [element('span', { class: 'tg-author' }, from?.first_name ?? '')] : []),
        ...(file ? [element('div', { class: 'tg-file' }, file)] : []),
        ...(file && content === undefined
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
      ...(markup ? [renderKeyboard(message, markup.inline_keyboard)] : []),
    );
  }

  function renderKeyboard(message, rows) {
    let index = 0;
    return element(
      'div',
      { class: 'tg-keyboard', role: 'group', 'aria-label': 'Buttons of this message' },
      ...rows.map((row) =>
        element('div', { class: 'tg-row' }, ...row.map((button) => renderButton(message, button, index++))),
      ),
    );
  }

  function renderButton(message, { text, url, style }, index) {
    const attributes = { class: `tg-button${style ? ` is-${style}` : ''}` };
    if (url) {
      const isPage = /^https?:/i.test(url);
      return element(
        'a',
        { ...attributes, ...(isPage ? { href: url } : {}), target: '_blank', rel: 'noopener noreferrer' },
        text,
        element('span', { class: 'tg-corner', 'aria-label': 'opens a page' }, '↗'),
      );
    }
    return element(
      'button',
      { ...attributes, type: 'button', click: (event) => press(message, index, event.currentTarget) },
      text,
    );
  }

  async function press(message, index, button) {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
      const response = await request('/console/telegram/press', {
        json: { from: state.personId, chat: message.chat.id, message_id: message.message_id, button: index },
      });
      if (response.ok) showAnswer(await response.json());
      else showToast(await errorOf(response));
    } catch {
      showToast('The service could not be reached.');
    }
    button.removeAttribute('aria-busy');
  }

  function showAnswer({ text, showAlert }) {
    if (!text) return;
    if (!showAlert) return showToast(text);
    byId('tg-alert-text').textContent = text;
    byId('tg-alert').showModal();
  }

  function showToast(text) {
    const toast = byId('tg-toast');
    toast.textContent = text;
    toast.classList.add('is-shown');
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => toast.classList.remove('is-shown'), TOAST_MS);
  }

  function showTyping(isTyping) {
    byId('tg-status').classList.toggle('is-typing', isTyping);
    clearTimeout(typingTimer);
    if (isTyping) typingTimer = setTimeout(() => showTyping(false), TYPING_MS);
  }

  async function send(text) {
    frame.scrollTop = frame.scrollHeight;
    try {
      const response = await request('/console/telegram/send', {
        json: { from: state.personId, chat: openChat().id, text },
      });
      if (!response.ok) showToast(await errorOf(response));
    } catch {
      showToast('The service could not be reached.');
    }
  }

  composer(byId('tg-composer'), send);
  document.addEventListener('token-given', () => void follow());
  void follow();
  return (suggestion) => send(state.isGroup ? `${state.mention} ${suggestion}` : suggestion);
}

function serviceText({ migrate_to_chat_id: movedTo }) {
  return movedTo ? 'The group became a supergroup.' : '…';
}

/** Which file a message carries; nothing when it carries none. */
function fileLabel({ photo, document, voice, audio, video }) {
  if (photo) return '🖼 Photo';
  if (voice) return '🎤 Voice message';
  const file = audio ?? video ?? document;
  return file && `📎 ${file.file_name ?? 'file'}`;
}
