import { element, link } from '../../dom.js';
import { marked } from '../../marks.js';

/**
 * A text in Discord's Markdown as nodes.
 * @param {string} text
 * @param {(id: string) => string} nameOf names people
 */
export function markdown(text, nameOf) {
  const inner = (words) => marked(words, inline);
  const wrapped =
    (tag) =>
    ([, words]) => [element(tag, {}, ...inner(words))];
  const inline = [
    [/\\([^\p{L}\p{N}\s])/uy, ([, sign]) => [sign]],
    [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, ([, , code]) => [element('code', {}, code.trim())]],
    [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => [link(url, {}, url)]],
    [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, ([, label, url]) => [link(url, {}, ...inner(label))]],
    [/https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]*_~|]/y, ([url]) => [link(url, {}, url)]],
    [/<@!?(\d+)>/y, ([, id]) => [mention(`@${nameOf(id)}`)]],
    [/<#(\d+)>/y, () => [mention('#channel')]],
    [/@(?:everyone|here)\b/y, ([name]) => [mention(name)]],
    [/<t:(-?\d+)(?::[a-zA-Z])?>/y, ([, sec]) => [element('time', {}, new Date(Number(sec) * 1000).toLocaleString())]],
    [/\*\*\*(?=\S)([\s\S]*?\S)\*\*\*/y, ([, words]) => [element('strong', {}, element('em', {}, ...inner(words)))]],
    [/\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/y, wrapped('strong')],
    [/__(?=\S)([\s\S]*?\S)__(?!_)/y, wrapped('u')],
    [/\*(?=\S)((?:[^*]|\*\*)*?\S)\*(?!\*)/y, wrapped('em')],
    [/(?<![\p{L}\p{N}_])_(?=\S)([^_]*?\S)_(?![\p{L}\p{N}_])/uy, wrapped('em')],
    [/~~(?=\S)([\s\S]*?\S)~~/y, wrapped('s')],
    [/\|\|([\s\S]+?)\|\|/y, ([, words]) => [spoiler(inner(words))]],
  ];
  const lines = [
    [/^(#{1,3}) +([^\n]+)(?:\n|$)/my, ([, { length }, words]) => [element(`h${length + 2}`, {}, ...inner(words))]],
    [/^-# +([^\n]+)(?:\n|$)/my, ([, words]) => [element('small', {}, ...inner(words))]],
    [/(?:^ *[-*] +[^\n]+(?:\n|$))+/my, ([items]) => [list('ul', items, inner)]],
    [/(?:^ *\d+\. +[^\n]+(?:\n|$))+/my, ([items]) => [list('ol', items, inner)]],
    ...inline,
  ];
  const blocks = [
    [
      /```(?:([\w+-]+)\n)?\n?([\s\S]+?)\n?```\n?/y,
      ([, language, code]) => [element('pre', { 'data-language': language }, code)],
    ],
    [/^>>> ([\s\S]+)/my, ([, words]) => [element('blockquote', {}, ...marked(words, lines))]],
    [
      /(?:^> [^\n]*(?:\n|$))+/my,
      ([quoted]) => [element('blockquote', {}, ...marked(quoted.replace(/^> /gm, '').replace(/\n$/, ''), lines))],
    ],
    ...lines,
  ];
  return marked(text, blocks);
}

function mention(name) {
  return element('span', { class: 'mention' }, name);
}

function spoiler(inner) {
  const reveal = ({ currentTarget }) => currentTarget.classList.add('is-shown');
  return element('button', { type: 'button', class: 'spoiler', title: 'Show', click: reveal }, ...inner);
}

/** An ordered list begins with the number that its author wrote. */
function list(tag, lines, inner) {
  const items = lines.trimEnd().split('\n');
  const start = tag === 'ol' ? String(Number.parseInt(items[0], 10)) : undefined;
  return element(
    tag,
    { class: 'dc-list', start },
    ...items.map((item) => element('li', {}, ...inner(item.replace(/^ *(?:[-*]|\d+\.) +/, '')))),
  );
}
