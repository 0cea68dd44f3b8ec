import { element, link } from '../../dom.js';
import { marked } from '../../marks.js';

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * A text in Slack's mrkdwn as nodes.
 * @param {string} text
 * @param {(id: string) => string} nameOf names people
 */
export function mrkdwn(text, nameOf) {
  const inner = (words) => marked(words, inline);
  const wrapped =
    (tag) =>
    ([, words]) => [element(tag, {}, ...inner(words))];
  // A mark counts where a word begins and ends only, and alone: two in a row are words.
  const mark = (sign) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}${sign}])${sign}([^\\s${sign}]|[^\\s${sign}][^\\n]*?[^\\s${sign}])${sign}(?![\\p{L}\\p{N}${sign}])`,
      'uy',
    );
  const inline = [
    [/`([^`\n]+)`/y, ([, code]) => [element('code', {}, unescaped(code))]],
    [/<(https?:[^|>\s]+|mailto:[^|>\s]+)(?:\|([^>]*))?>/y, ([, url, label]) => [named(unescaped(url), label)]],
    [/https?:\/\/[^\s<>|]*[^\s<>|.,:;!?)*_~]/y, ([url]) => [named(unescaped(url))]],
    [/<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/y, ([, id]) => [mention(`@${nameOf(id)}`)]],
    [/<#C[A-Z0-9]+(?:\|([^>]*))?>/y, ([, name]) => [mention(`#${name || 'channel'}`)]],
    [/<!(here|channel|everyone)(?:\|[^>]*)?>/y, ([, name]) => [mention(`@${name}`)]],
    [mark('\\*'), wrapped('strong')],
    [mark('_'), wrapped('em')],
    [mark('~'), wrapped('s')],
    [/&(?:amp|lt|gt);/y, ([entity]) => [ENTITIES[entity]]],
  ];
  const blocks = [
    [/```\n?([\s\S]+?)\n?```\n?/y, ([, code]) => [element('pre', {}, unescaped(code))]],
    [/(?:^(?:&gt;|>) ?[^\n]*(?:\n|$))+/my, ([lines]) => [element('blockquote', {}, ...inner(unquoted(lines)))]],
    ...inline,
  ];
  return marked(text, blocks);

  function named(url, label) {
    return link(url, {}, ...(label ? inner(label) : [url.replace(/^mailto:/, '')]));
  }
}

export function mention(name) {
  return element('span', { class: 'mention' }, name);
}

function unescaped(text) {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]);
}

function unquoted(lines) {
  return lines.replace(/^(?:&gt;|>) ?/gm, '').replace(/\n$/, '');
}
