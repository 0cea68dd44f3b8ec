import { linkUrl } from '../../protocol/link-url.ts';
import { element } from './elements.ts';
import type { Words } from './words.ts';

const MAX_LINKS = 20;

/** The addresses of a `text/uri-list` (RFC 2483): one a line, `#` begins a remark. Each says where it leads. */
export function linksIn(list: string, words: Words): HTMLElement {
  const urls = list
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const checked = linkUrl(line.trim());
      return 'url' in checked ? checked.url : [];
    })
    .slice(0, MAX_LINKS);
  if (urls.length === 0) return element('p', {}, words.noLinks);
  const items = urls.map((url) =>
    element('li', {}, element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, url)),
  );
  return element('div', {}, element('p', {}, words.links), element('ul', {}, ...items));
}
