/** `<target>` or `<target|label>`, Slack's form for all that is more than words. */
const REFERENCE = /<([^<>|]+)(?:\|([^<>]*))?>/g;
const ENTITY = /&(?:amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** A text as Slack posts it, as its reader sees it: URLs and channel names bare, entities decoded. People stay `<@U1>`. */
export function wordsOf(text: string): string {
  return text.replace(REFERENCE, bare).replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity);
}

function bare(reference: string, target: string, label: string | undefined): string {
  if (target.startsWith('@')) return reference;
  if (target.startsWith('!')) return label ?? `@${target.slice(1)}`;
  if (target.startsWith('#')) return label ? `#${label}` : reference;
  return target.startsWith('mailto:') ? target.slice('mailto:'.length) : target;
}
