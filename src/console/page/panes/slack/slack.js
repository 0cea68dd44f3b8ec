import { element, link, timeOfDay } from '../../dom.js';
import { fileNode } from '../../files.js';
import { startPane } from '../../pane.js';
import { blockNodes, textNode } from './blocks.js';
import { showForm } from './form.js';
import { createReplying } from './replying.js';

const TOGETHER_SEC = 300;

/** The emulated Slack. */
export function startSlack() {
  const mark = element('span', { class: 'sl-place', 'aria-hidden': 'true' });
  const title = element('strong');
  const workspace = element('span', { class: 'sl-workspace' });
  const status = element('p', { class: 'sl-status', role: 'status' });
  const replying = createReplying();
  return startPane({
    name: 'Slack',
    path: 'slack',
    maxChars: 4000,
    places: { direct: 'Direct', group: '#team' },
    head: element('header', { class: 'sl-head' }, mark, title, workspace),
    aboveComposer: element('div', { class: 'sl-above' }, replying.node, status),
    keyOf: ({ ts }) => ts,
    authorOf: ({ user }) => user,
    threadOf: ({ ts, thread_ts: thread }) => (thread === ts ? undefined : thread),
    mention,
    sendExtras: replying.extras,
    showForm,
    render: (message, view, previous) => renderMessage(message, view, previous, replying),
    showChat({ bot, chat }) {
      replying.end();
      mark.textContent = chat.isGroup ? '#' : '';
      mark.classList.toggle('is-person', !chat.isGroup);
      title.textContent = chat.title;
      workspace.textContent = bot.workspace;
      return {
        hint: chat.isGroup
          ? `In a channel the app hears what names it: ${mention(bot)}.`
          : 'The same agent, as people on Slack see it.',
        placeholder: chat.isGroup ? `${mention(bot)} …` : `Message ${chat.title}`,
      };
    },
    showTyping({ bot }, text) {
      status.textContent = text === undefined ? '' : `${bot.name} ${text}`;
    },
  });
}

function mention({ name }) {
  return `@${name}`;
}

function renderMessage(message, view, previous, replying) {
  const {
    ts,
    user,
    text,
    blocks,
    files = [],
    attachments = [],
    edited,
    to,
    thread_ts: thread,
    reactions = [],
  } = message;
  const name = view.nameOf(user);
  const isContinued = isTogether(previous, message);
  const canReply = to === undefined && (thread === undefined || thread === ts);
  return element(
    'li',
    { class: `sl-message${isContinued ? ' is-continued' : ''}${to ? ' is-private' : ''}` },
    element(
      'span',
      { class: `sl-avatar of-${avatarOf(user, view)}`, 'aria-hidden': 'true' },
      isContinued ? '' : name.charAt(0),
    ),
    element(
      'div',
      { class: 'sl-body' },
      ...(to ? [element('p', { class: 'sl-only' }, 'Only visible to you')] : []),
      element(
        'p',
        { class: isContinued ? 'unseen' : 'sl-by' },
        element('strong', {}, name),
        ...(user === view.bot.id ? [element('span', { class: 'sl-app' }, 'APP')] : []),
        element('time', {}, timeOfDay(Number(ts) * 1000)),
      ),
      ...(blocks?.length > 0 ? blockNodes(message, view) : text ? [textNode({ type: 'mrkdwn', text }, view)] : []),
      ...files.map(({ id, name: file, mimetype: mime }) => fileNode({ platform: 'slack', id, name: file, mime })),
      ...attachments.map((attachment) => renderAttachment(attachment, view)),
      ...(edited ? [element('span', { class: 'sl-edited' }, '(edited)')] : []),
      ...reactions.map(({ name: emoji, count }) => element('span', { class: 'sl-reaction' }, `:${emoji}: ${count}`)),
      ...(canReply ? [replying.button(ts, name)] : []),
    ),
  );
}

function renderAttachment({ title, title_link, from_url, text, fallback }, view) {
  return element(
    'div',
    { class: 'sl-attachment' },
    ...(title ? [link(title_link ?? from_url ?? '', {}, title)] : []),
    ...(text || !title ? [textNode({ type: 'mrkdwn', text: text ?? fallback ?? '' }, view)] : []),
  );
}

/** Messages of one author that follow each other soon stand under one name. */
function isTogether(previous, { user, ts, to }) {
  return (
    previous?.user === user &&
    previous.to === undefined &&
    to === undefined &&
    Number(ts) - Number(previous.ts) < TOGETHER_SEC
  );
}

function avatarOf(user, { bot, people }) {
  return user === bot.id ? 'bot' : String(people.findIndex(({ id }) => id === user));
}
