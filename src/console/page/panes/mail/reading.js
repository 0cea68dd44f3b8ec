import { element } from '../../dom.js';
import { letterNode } from './letter.js';
import { subjectOf } from './threads.js';
import { writingForm } from './writing.js';

/** So many of the newest letters of a thread are unfolded. */
const UNFOLDED = 2;

/**
 * What stands beside the inbox: a thread with a form to answer it, or the form for a new mail.
 * @param {object} does
 * @param {() => void} does.close
 * @param {(letter: object, button: HTMLElement) => Promise<void>} does.write
 * @param {(mailId: string, letter: object, button: HTMLElement) => Promise<void>} does.reply answers this mail
 * @param {(sentence: string) => void} does.complain
 */
export function createReading({ close, write, reply, complain }) {
  let answered;
  const title = element('h3', { class: 'ml-title' });
  const log = element('ol', { class: 'log', id: 'mail-log', role: 'log', 'aria-label': 'The mails of this thread' });
  const scroll = element('div', { class: 'scroll' }, log);
  const nothing = element('p', { class: 'ml-nothing' }, 'Choose a mail to read it here.');
  const answer = writingForm({
    ...{ id: 'mail-reply', label: 'Reply', hasSubject: false, complain },
    send: (letter, button) => reply(answered.id, letter, button),
  });
  const fresh = writingForm({ ...{ id: 'mail-new', label: 'Your mail', hasSubject: true, complain }, send: write });
  const to = element('p', { class: 'ml-recipient' });
  const newMail = element('div', { class: 'ml-new' }, to, fresh.node);
  const head = element(
    'header',
    { class: 'ml-head' },
    element('button', { type: 'button', class: 'ml-back', 'aria-label': 'Back to the inbox', click: close }),
    title,
  );
  const node = element(
    'section',
    { class: 'ml-reading', 'aria-label': 'Mail' },
    head,
    nothing,
    scroll,
    answer.node,
    newMail,
  );
  let form = answer;
  appear({});

  return {
    node,
    draft: () => form.draft(),
    /** After it was sent. */
    clear: () => form.fill(undefined),
    showThread(thread, view, draft) {
      form = answer;
      appear({ thread });
      log.replaceChildren();
      form.fill(draft);
      if (!thread) return;
      const { letters } = thread;
      title.textContent = subjectOf(thread);
      log.append(
        ...letters.map((letter, at) => letterNode(letter, { isOpen: at >= letters.length - UNFOLDED, bot: view.bot })),
      );
      prepare(thread);
      reveal();
    },
    /** A letter that came while its thread is open. */
    add(letter, thread, { bot }) {
      log.append(letterNode(letter, { isOpen: true, bot }));
      prepare(thread);
      reveal();
    },
    showForm({ bot }, draft) {
      form = fresh;
      appear({ isNew: true });
      title.textContent = 'New mail';
      to.replaceChildren(element('span', {}, 'To'), ` ${bot.name} <${bot.id}>`);
      form.fill(draft);
      form.focus();
    },
  };

  function appear({ thread, isNew = false }) {
    head.hidden = !thread && !isNew;
    nothing.hidden = thread !== undefined || isNew;
    scroll.hidden = !thread;
    answer.node.hidden = true;
    newMail.hidden = !isNew;
  }

  /** The newest mail that came is the one that is answered; before there is one, nothing is. */
  function prepare({ letters }) {
    answered = letters.findLast(({ kind }) => kind === 'received');
    answer.node.hidden = answered === undefined;
    if (answered) answer.setLabel(`Reply to ${answered.from.name || answered.from.address}`);
  }

  /** The newest letter from its beginning. */
  function reveal() {
    const { lastElementChild: last } = log;
    if (last) scroll.scrollTop += last.getBoundingClientRect().top - scroll.getBoundingClientRect().top;
  }
}
