import { element, link, timeOfDay } from '../../dom.js';
import { fileNode } from '../../files.js';
import { startPane } from '../../pane.js';
import { componentNodes } from './components.js';
import { showForm } from './form.js';
import { markdown } from './markdown.js';

const TOGETHER_MS = 7 * 60_000;
/** Bits of a message's flags. docs.discord.com/developers/resources/message, read 2026-11. */
const LOADING = 1 << 7;

/** The emulated Discord. */
export function startDiscord() {
  const mark = element('span', { class: 'dc-place', 'aria-hidden': 'true' });
  const title = element('strong');
  const server = element('span', { class: 'dc-server' });
  const status = element('p', { class: 'dc-status', role: 'status' });
  return startPane({
    name: 'Discord',
    path: 'discord',
    maxChars: 2000,
    places: { direct: 'Direct', group: '#team' },
    head: element('header', { class: 'dc-head' }, mark, title, server),
    aboveComposer: status,
    keyOf: ({ id }) => id,
    authorOf: ({ author }) => author.id,
    mention,
    render: renderMessage,
    showForm,
    showChat({ bot, chat }) {
      mark.textContent = chat.isGroup ? '#' : '@';
      title.textContent = chat.title;
      server.textContent = chat.isGroup ? bot.server : '';
      return {
        hint: chat.isGroup
          ? `In a server the bot hears what names it, ${mention(bot)}, and its command /ask.`
          : 'The same agent, as people on Discord see it. The command /ask works, too.',
        placeholder: chat.isGroup ? `${mention(bot)} … or /ask …` : `Message @${chat.title}`,
      };
    },
    showTyping({ bot }, text) {
      status.textContent = text === undefined ? '' : `${bot.name} is typing…`;
    },
  });
}

function mention({ name }) {
  return `@${name}`;
}

function renderMessage(message, view, previous) {
  const { author, content, timestamp, edited_timestamp: edited, attachments, embeds, flags, to } = message;
  const context = contextOf(message, view);
  const name = view.nameOf(author.id);
  const isContinued = !context && isTogether(previous, message);
  return element(
    'li',
    { class: `dc-message${isContinued ? ' is-continued' : ''}${to ? ' is-private' : ''}` },
    ...(context ? [context] : []),
    element(
      'span',
      { class: `dc-avatar of-${avatarOf(author, view)}`, 'aria-hidden': 'true' },
      isContinued ? '' : name.charAt(0),
    ),
    element(
      'div',
      { class: 'dc-body' },
      element(
        'p',
        { class: isContinued ? 'unseen' : 'dc-by' },
        element('strong', {}, name),
        ...(author.bot ? [element('span', { class: 'dc-app' }, 'APP')] : []),
        element('time', {}, timeOfDay(Date.parse(timestamp))),
      ),
      ...((flags & LOADING) !== 0 ? [element('p', { class: 'dc-thinking' }, `${name} is thinking…`)] : []),
      ...(content === '' ? [] : [element('div', { class: 'dc-text' }, ...markdown(content, view.nameOf))]),
      ...(edited ? [element('span', { class: 'dc-edited' }, '(edited)')] : []),
      ...attachments.map(({ id, filename, content_type: mime }) =>
        fileNode({ platform: 'discord', id, name: filename, mime }),
      ),
      ...embeds.map((embed) => renderEmbed(embed, view)),
      ...componentNodes(message, view),
      element('p', { class: 'dc-failed', role: 'status' }),
      ...(to ? [element('p', { class: 'dc-only' }, 'Only you can see this')] : []),
    ),
  );
}

/** The line above a message that answers something: a command, or another message. */
function contextOf({ type, interaction_metadata: asked, message_reference: replied }, view) {
  if (type === 20 && asked)
    return element('p', { class: 'dc-context' }, `${view.nameOf(asked.user.id)} used a command`);
  if (!replied) return undefined;
  const original = view.find(replied.message_id);
  const words = original ? `@${view.nameOf(original.author.id)} ${original.content}` : 'a message that is gone';
  return element('p', { class: 'dc-context' }, `Reply to ${words}`);
}

function renderEmbed({ title, url, description, fields = [] }, view) {
  return element(
    'div',
    { class: 'dc-embed' },
    ...(title ? [element('strong', {}, link(url ?? '', {}, title))] : []),
    ...(description ? [element('div', { class: 'dc-text' }, ...markdown(description, view.nameOf))] : []),
    ...fields.map(({ name, value }) =>
      element('div', { class: 'dc-text' }, element('strong', {}, name), '\n', ...markdown(value, view.nameOf)),
    ),
  );
}

/** Messages of one author that follow each other soon stand under one name. */
function isTogether(previous, { author, timestamp, to }) {
  return (
    previous?.author.id === author.id &&
    previous.to === to &&
    Date.parse(timestamp) - Date.parse(previous.timestamp) < TOGETHER_MS
  );
}

function avatarOf({ id }, { bot, people }) {
  return id === bot.id ? 'bot' : String(people.findIndex((person) => person.id === id));
}
