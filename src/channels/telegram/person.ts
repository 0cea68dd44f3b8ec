import { clipLabel } from '../../markup/clip-label.ts';
import type { Person } from '../../protocol/turn.ts';
import { idIn, type Loose, objectIn, textIn } from './loose.ts';

const MAX_NAME_GRAPHEMES = 64;

export interface Speaker {
  person: Person;
  /** Whether it is one human: not an anonymous admin, not a channel, not a bot. */
  isAttributable: boolean;
}

/**
 * Who wrote a message. Somebody who speaks as a chat (an anonymous admin, a channel) is that chat:
 * the user named in `from` is then a stand-in that many people share.
 */
export function speakerOf(message: Loose): Speaker | undefined {
  const chat = objectIn(message.sender_chat);
  if (!chat) return userIn(message.from);
  const id = idIn(chat.id);
  return id === undefined
    ? undefined
    : { person: { id: String(id), ...nameIn(chat.title ?? chat.username) }, isAttributable: false };
}

/** A platform `User`, e.g. the one who pressed a button. */
export function userIn(value: unknown): Speaker | undefined {
  const user = objectIn(value);
  const id = idIn(user?.id);
  if (!user || id === undefined) return undefined;
  const fullName = [user.first_name, user.last_name].filter((part) => typeof part === 'string').join(' ');
  const locale = textIn(user.language_code);
  return {
    person: {
      id: String(id),
      ...nameIn(fullName.trim() ? fullName : user.username),
      ...(locale && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/.test(locale) && { locale }),
    },
    isAttributable: user.is_bot !== true,
  };
}

/** One line without characters that would turn or break the line it is shown in. */
function nameIn(value: unknown): { name?: string } {
  const name = clipLabel(textIn(value) ?? '', MAX_NAME_GRAPHEMES, 'grapheme');
  return name ? { name } : {};
}
