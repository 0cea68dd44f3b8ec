/** Users are `<@1>` or, as older apps write it, `<@!1>`; roles `<@&1>`. */
const LEADING = /^\s*<@([!&]?)(\d+)>[\s:,]*/;

/** Who the bot is in a text: its user, and the role that Discord makes for it in a server. */
export interface OwnNames {
  ownId: string | undefined;
  isOwnRole(roleId: string): boolean;
}

/** A message that begins by naming the bot is meant for it; its name is no part of what was said. */
export function withoutMention(said: string, { ownId, isOwnRole }: OwnNames): string {
  const [mention, sigil, id] = LEADING.exec(said) ?? [];
  if (mention === undefined || id === undefined) return said;
  const isOwn = sigil === '&' ? isOwnRole(id) : id === ownId;
  return isOwn ? said.slice(mention.length) : said;
}
