import { element } from '../../dom.js';
import { createToast, fillSwitch, paneShell } from '../../pane-shell.js';
import { actOn, followStage } from '../../stage-client.js';
import { createInbox } from './inbox.js';
import { createLetters } from './letters.js';
import { createReading } from './reading.js';
import { subjectOf } from './threads.js';

const NAME = 'E-mail';
const PATH = 'mail';

/** The emulated mail server: the mailbox of one person, as a mail program shows it. */
export function startMail() {
  const people = element('div');
  const toast = createToast();
  const news = element('p', { class: 'unseen', role: 'status' });
  const letters = createLetters();
  const view = { bot: {}, people: [], personId: undefined };
  const drafts = new Map();
  /** What stands beside the inbox, or in its place where there is no room: a thread by its key, `new`, or nothing. */
  let open;
  /** The thread that the next mail of this person begins is opened. */
  let opensNext = false;

  const inbox = createInbox({
    open: show,
    write: () => show('new'),
    setManner: async (manner, control) => {
      if (await act('mailbox', { manner }, control)) letters.setManner(view.personId, manner);
      inbox.showManner(letters.mannerOf(view.personId));
    },
  });
  const reading = createReading({
    close: () => {
      const before = open;
      show(undefined);
      inbox.focus(before);
    },
    complain: toast.show,
    async write(letter, button) {
      opensNext = true;
      await sent('write', letter, button);
    },
    reply: (mail, letter, button) => sent('reply', { mail, ...letter }, button),
  });
  const desk = element('div', { class: 'ml-desk' }, inbox.node, reading.node);
  const shell = paneShell(
    { name: NAME, path: PATH },
    [{ legend: 'Who you are', node: people }],
    element('div', { class: 'wall' }, desk, toast.node, news),
  );

  followStage(PATH, {
    loaded({ bot, people: known, chats, messages }) {
      shell.showScreen();
      Object.assign(view, { bot, people: known });
      view.personId ??= known[0].id;
      letters.load(chats, messages);
      renderSwitch();
      show(letters.thread(view.personId, open) || open === 'new' ? open : undefined);
    },
    told(type, { chat, message }) {
      if (type !== 'message' || !letters.add(chat, message) || chat !== view.personId) return;
      const thread = letters.threadWith(chat, message);
      if (message.kind === 'sent' && opensNext) {
        opensNext = false;
        show(thread.key);
        return;
      }
      if (thread.key === open) {
        letters.markRead(chat, open);
        reading.add(message, thread, view);
      } else if (message.kind !== 'sent') {
        news.textContent = `New in your mailbox: ${subjectOf({ letters: [message] })}`;
      }
      renderInbox();
    },
    stopped: shell.showNotice,
  });

  function renderSwitch() {
    fillSwitch(
      people,
      `${PATH}-person`,
      view.people.map(({ id, name }) => [
        name,
        id === view.personId,
        () => {
          keepDraft();
          view.personId = id;
          open = undefined;
          show(undefined);
        },
      ]),
    );
  }

  /** Opens a thread, the form for a new mail, or only the inbox. */
  function show(what) {
    keepDraft();
    open = what;
    desk.classList.toggle('is-reading', what !== undefined);
    if (what === 'new') reading.showForm(view, drafts.get(draftKey()));
    else {
      const thread = letters.thread(view.personId, what);
      if (thread) letters.markRead(view.personId, what);
      reading.showThread(thread, view, drafts.get(draftKey()));
    }
    renderInbox();
  }

  function renderInbox() {
    inbox.fill(letters.threads(view.personId), {
      personId: view.personId,
      openKey: open,
      isUnread: (letter) => letters.isUnread(letter),
    });
    inbox.showManner(letters.mannerOf(view.personId));
  }

  function keepDraft() {
    if (open !== undefined) drafts.set(draftKey(), reading.draft());
  }

  function draftKey() {
    return `${view.personId} ${open}`;
  }

  async function sent(name, letter, button) {
    if (await act(name, letter, button)) reading.clear();
  }

  /** Acts as the person; the control is busy until the answer is there. Gives whether it was done. */
  async function act(name, fields, control) {
    if (control?.getAttribute('aria-busy') === 'true') return false;
    control?.setAttribute('aria-busy', 'true');
    const answer = await actOn(PATH, name, { from: view.personId, chat: view.personId, ...fields });
    control?.removeAttribute('aria-busy');
    if (answer.error !== undefined) toast.show(answer.error);
    return answer.error === undefined;
  }

  return {
    name: NAME,
    root: shell.root,
    suggestions: inbox.suggestions,
    say(text) {
      if (view.personId === undefined) return;
      opensNext = true;
      void act('write', { subject: text, text });
    },
  };
}
