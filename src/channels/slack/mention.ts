const LEADING = /^\s*<@([A-Z0-9]+)(?:\|[^<>]*)?>[\s:,]*/;

/** A message that begins by naming this app is meant for it; its name is no part of what was said. */
export function withoutMention(said: string, ownIds: readonly (string | undefined)[]): string {
  const mention = LEADING.exec(said);
  return mention && ownIds.includes(mention[1]) ? said.slice(mention[0].length) : said;
}

/** Whether a text, as Slack posts it, names one of these users. */
export function namesOne(said: string, ids: readonly (string | undefined)[]): boolean {
  return [...said.matchAll(/<@([A-Z0-9]+)(?:\|[^<>]*)?>/g)].some(([, id]) => ids.includes(id));
}
