/** Elements that have no end, or whose end is mostly left out: many of them in a row are no depth. */
const ENDS_BY_ITSELF = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option colgroup'.split(
    ' ',
  ),
);
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const UNSEEN_ELEMENT = /^<(script|style|title)[\s>/]/i;
const BREAKS_LINE = /^<\/?(?:p|div|br|li|tr|h[1-6]|table|ul|ol|blockquote|pre|hr)[\s>/]/i;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

/** Whether elements stand in one another deeper than this. One pass, whatever the HTML is. */
export function isDeeplyNested(html: string, maxDepth: number): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    if (ENDS_BY_ITSELF.has(name.toLowerCase())) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** The words of HTML that is too large or too deep for a layout: its tags are left out. One pass. */
export function wordsWithoutLayout(html: string): string {
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const opened = html.indexOf('<', at);
    words.push(html.slice(at, opened === -1 ? html.length : opened));
    if (opened === -1) break;
    const head = html.slice(opened, opened + 20);
    const unseen = UNSEEN_ELEMENT.exec(head)?.[1];
    const closed = html.indexOf('>', unseen ? endOfElement(html, opened, unseen) : opened);
    if (BREAKS_LINE.test(head)) words.push('\n');
    if (closed === -1) break;
    at = closed + 1;
  }
  return words
    .join('')
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}

/** Where the end tag begins; the end of the text where there is none. */
function endOfElement(html: string, opened: number, name: string): number {
  const end = html.slice(opened).search(new RegExp(`</${name}`, 'i'));
  return end === -1 ? html.length : opened + end;
}
