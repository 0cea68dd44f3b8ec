import type { Inbound } from '../../protocol/inbound.ts';

/** Whether the list names the person, the place or the server that something comes from. */
export function isAllowed(
  { person, address }: Pick<Inbound, 'person' | 'address'>,
  data: unknown,
  allow: readonly string[] | undefined,
): boolean {
  if (!allow) return true;
  const guildId = typeof data === 'object' && data !== null && 'guild_id' in data ? data.guild_id : undefined;
  return [person.id, address.channel_id, guildId].some((id) => typeof id === 'string' && allow.includes(id));
}
