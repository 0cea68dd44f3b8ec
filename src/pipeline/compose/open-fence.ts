/** Fences within lists and quotes end with those, so only lines that stand at the margin can begin one here. */
const FENCE_LINE = /^( {0,3})(`{3,}|~{3,})(.*)$/gm;

/**
 * The fence that a Markdown text leaves open at its end, as an answer that was cut short does: what follows would be
 * read as code. Empty when there is none.
 */
export function openFenceOf(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return '';
  let open = '';
  for (const [, indent = '', fence = '', rest = ''] of text.matchAll(FENCE_LINE)) {
    if (open !== '') {
      if (fence.startsWith(open) && rest.trim() === '') open = '';
    } else if (indent === '' && !(fence.startsWith('`') && rest.includes('`'))) {
      open = fence;
    }
  }
  return open;
}
