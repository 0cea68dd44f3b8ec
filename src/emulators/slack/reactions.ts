import type { Message } from './wire.ts';

/** The message with one more reaction; nothing when the user has put it there already. */
export function withReaction(message: Message, name: string, userId: string): Message | undefined {
  const others = (message.reactions ?? []).filter((reaction) => reaction.name !== name);
  const users = message.reactions?.find((reaction) => reaction.name === name)?.users ?? [];
  if (users.includes(userId)) return undefined;
  return { ...message, reactions: [...others, { name, users: [...users, userId], count: users.length + 1 }] };
}

/** The message with one reaction less; nothing when the user has not put it there. */
export function withoutReaction(message: Message, name: string, userId: string): Message | undefined {
  const others = (message.reactions ?? []).filter((reaction) => reaction.name !== name);
  const users = message.reactions?.find((reaction) => reaction.name === name)?.users ?? [];
  if (!users.includes(userId)) return undefined;
  const left = users.filter((id) => id !== userId);
  return { ...message, reactions: left.length === 0 ? others : [...others, { name, users: left, count: left.length }] };
}
