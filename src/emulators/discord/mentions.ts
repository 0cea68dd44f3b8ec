import type { Pings } from './backstage.ts';
import type { Message, User } from './wire.ts';
import type { Room, World } from './world.ts';

/** `allowed_mentions` of a body. docs.discord.com/developers/resources/message#allowed-mentions-object, read 2026-11. */
export interface AllowedMentions {
  parse?: readonly string[] | null;
  users?: readonly string[] | null;
  roles?: readonly string[] | null;
  replied_user?: boolean | null;
}

/** Without `allowed_mentions`, a message of the bot notifies everyone that it names; a reply to an interaction, people only. */
export const DEFAULT_MENTIONS: Readonly<Record<'message' | 'interaction', AllowedMentions>> = {
  message: { parse: ['users', 'roles', 'everyone'], replied_user: true },
  interaction: { parse: ['users'] },
};

/** Who is notified by a text, as far as `allowed` lets them. */
export function pingsOf(world: World, room: Room, text: string, allowed: AllowedMentions, repliedTo?: User): Pings {
  const may = (kind: 'users' | 'roles', id: string) =>
    (allowed.parse?.includes(kind) ?? false) || (allowed[kind]?.includes(id) ?? false);
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id = '']) => id))];
  const users = named(/<@!?(\d+)>/g).filter((id) => world.user(id) && may('users', id));
  if (repliedTo && allowed.replied_user) users.push(repliedTo.id);
  const roleIds = new Set([...(room.guild?.roles.values() ?? [])].map(({ id }) => id));
  const everyone =
    room.guild !== undefined && /@(?:everyone|here)\b/.test(text) && (allowed.parse?.includes('everyone') ?? false);
  return {
    everyone,
    users: [...new Set(users)],
    roles: named(/<@&(\d+)>/g).filter((id) => roleIds.has(id) && may('roles', id)),
  };
}

/** The fields of a message that tell who it mentions. */
export function mentionFields(
  world: World,
  pings: Pings,
): Pick<Message, 'mentions' | 'mention_everyone' | 'mention_roles'> {
  const mentions = pings.users.map((id) => world.user(id)).filter((user) => user !== undefined);
  return { mentions, mention_everyone: pings.everyone, mention_roles: [...pings.roles] };
}

/** The texts of a message in which mentions work: its content and the text of components v2, not embeds. */
export function mentionableText({ content, components }: Pick<Message, 'content' | 'components'>): string {
  const displayed = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(displayed);
    if (typeof value !== 'object' || value === null) return [];
    const part = value as Record<string, unknown>;
    return [...(part.type === 10 ? [String(part.content)] : []), ...displayed(part.components)];
  };
  return [content, ...displayed(components)].join('\n');
}
