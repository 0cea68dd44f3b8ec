import { integerIn } from '../../protocol/loose.ts';

export { integerIn, type Loose, listIn, objectIn, textIn } from '../../protocol/loose.ts';

/** An id: chats and users have at most 52 significant bits, and 0 is none. Telegram Bot API, Chat, read 2026-11. */
export function idIn(value: unknown): number | undefined {
  return integerIn(value) || undefined;
}
