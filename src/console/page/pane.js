import { composer } from './dom.js';
import { createMessageLog } from './message-log.js';
import { paneFrame } from './pane-frame.js';
import { fillSwitch } from './pane-shell.js';
import { actOn, followStage } from './stage-client.js';
import { createTimeline } from './timeline.js';

const TYPING_MS = 6000;

/**
 * What one platform's pane has of its own.
 * @typedef {object} Look
 * @property {string} name as people write it
 * @property {string} path in routes, ids and classes
 * @property {number} maxChars of what is typed
 * @property {Node} head the head of the platform's app
 * @property {Node} [aboveComposer]
 * @property {{direct: string, group: string}} places names of the two kinds of chat
 * @property {(message: object) => string | number} keyOf
 * @property {(message: object) => string | number | undefined} authorOf
 * @property {(message: object, view: object, previous: object | undefined) => HTMLElement} render a message as a list item
 * @property {(view: object) => {hint: string, placeholder: string}} showChat fills the head
 * @property {(view: object, text: string | undefined) => void} showTyping nothing when the bot does not write
 * @property {(bot: object) => string} mention what a message to the bot begins with where others are
 * @property {(message: object) => string | undefined} [threadOf] key of the message below which a message stands
 * @property {(form: object, view: object) => void} [showForm] for the person that the page is
 * @property {() => object} [sendExtras] goes out with what is typed
 */

/**
 * An emulated platform: what one person sees of a chat with the bot, kept up to date by the emulator's events.
 * @param {Look} look
 * @returns {{name: string, root: HTMLElement, suggestions: HTMLElement, say: (text: string) => void}} `say` also mentions the
 * bot where that is needed; `root` gets the event `off` when nothing runs here
 */
export function startPane(look) {
  const frame = paneFrame(look);
  const keyOf = (message) => String(look.keyOf(message));
  const threadOf = (message) => look.threadOf?.(message);
  const timeline = createTimeline(keyOf);
  const log = createMessageLog({ list: frame.log, scroll: frame.scroll, keyOf, threadOf, render: renderMessage });
  const drafts = new Map();
  const view = {
    bot: {},
    people: [],
    chats: [],
    chat: undefined,
    personId: undefined,
    isGroup: false,
    /** What this person has put into an element of a message and not sent yet: an edit of the message does not take it away. */
    draftOf: (message, which) => drafts.get(draftKey(message, which)),
    keepDraft: (message, which, draft) => drafts.set(draftKey(message, which), draft),
    nameOf: (id) => [...view.people, view.bot].find((known) => known.id === id)?.name ?? String(id),
    /** A message of the open chat by its key. */
    find: (key) => visible().find((message) => keyOf(message) === String(key)),
    act,
    toast: frame.toast.show,
  };
  let typingTimer;

  followStage(look.path, {
    loaded({ bot, people, chats, messages }) {
      frame.showScreen();
      Object.assign(view, { bot, people, chats });
      view.personId ??= people[0].id;
      timeline.load(messages);
      renderSwitches();
      renderChat();
    },
    told: apply,
    stopped: frame.showNotice,
  });

  function visible() {
    return timeline.seenBy(view.chat.id, view.personId);
  }

  function apply(type, { chat, message, to, key, text, form }) {
    const isOpen = view.chat?.id === chat;
    if (type === 'form') {
      if (to === view.personId) look.showForm?.(form, view);
    } else if (type === 'typing') {
      if (isOpen) showTyping(text ?? 'is typing…');
    } else if (type === 'deleted') {
      timeline.remove(chat, key);
      if (isOpen) log.remove(String(key));
    } else if (type === 'message') {
      const kept = timeline.put(chat, message, to);
      if (kept && isOpen && (kept.to === undefined || kept.to === view.personId)) show(kept);
    }
    if (isOpen) frame.empty.hidden = !log.isEmpty();
  }

  function show(message) {
    const isNew = log.show(message);
    if (isNew && look.authorOf(message) === view.bot.id) showTyping('');
  }

  function draftKey(message, which) {
    return [view.personId, keyOf(message), which].join(' ');
  }

  function renderMessage(message) {
    const thread = threadOf(message);
    const together = visible().filter((other) => threadOf(other) === thread);
    const at = together.findIndex((other) => keyOf(other) === keyOf(message));
    return look.render(message, view, together[at - 1]);
  }

  function renderSwitches() {
    const choose = (change) => () => {
      Object.assign(view, change);
      renderChat();
    };
    fillSwitch(
      frame.people,
      `${look.path}-person`,
      view.people.map(({ id, name }) => [name, id === view.personId, choose({ personId: id })]),
    );
    fillSwitch(frame.places, `${look.path}-place`, [
      [look.places.direct, !view.isGroup, choose({ isGroup: false })],
      [look.places.group, view.isGroup, choose({ isGroup: true })],
    ]);
  }

  function renderChat() {
    view.chat = view.chats.find(({ isGroup, members }) => isGroup === view.isGroup && members.includes(view.personId));
    const { hint, placeholder } = look.showChat(view);
    frame.hint.textContent = hint;
    frame.field.placeholder = placeholder;
    log.fill(visible());
    frame.empty.hidden = !log.isEmpty();
    showTyping('');
  }

  /** Acts as the person in the open chat; the control is busy until the answer is there. Gives nothing when it failed. */
  async function act(name, fields, control) {
    if (control?.getAttribute('aria-busy') === 'true') return undefined;
    control?.setAttribute('aria-busy', 'true');
    const answer = await actOn(look.path, name, { from: view.personId, chat: view.chat.id, ...fields });
    control?.removeAttribute('aria-busy');
    if (answer.error === undefined) return answer;
    frame.toast.show(answer.error);
    return undefined;
  }

  function showTyping(text) {
    look.showTyping(view, text || undefined);
    clearTimeout(typingTimer);
    if (text) typingTimer = setTimeout(() => showTyping(''), TYPING_MS);
  }

  async function send(text) {
    if (!view.chat) return;
    frame.scroll.scrollTop = frame.scroll.scrollHeight;
    const answer = await act('send', { text, ...look.sendExtras?.() });
    if (answer?.isAnswered === false) frame.toast.show('The app did not answer in time.');
  }

  composer(frame.form, send);
  return {
    name: look.name,
    root: frame.root,
    suggestions: frame.suggestions,
    say: (text) => void send(view.isGroup ? `${look.mention(view.bot)} ${text}` : text),
  };
}
