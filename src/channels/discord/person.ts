import { clipLabel } from '../../markup/clip-label.ts';
import type { Person } from '../../protocol/turn.ts';
import type { Member, User } from './wire.ts';

const MAX_NAME_GRAPHEMES = 64;

/** The name as the server shows it, on one line, without characters that would turn or break the line it is shown in. */
export function personOf(user: User, member: Member | undefined, locale?: string): Person {
  const name = member?.nick ?? user.global_name ?? user.username ?? '';
  const shown = clipLabel(name, MAX_NAME_GRAPHEMES, 'grapheme');
  return { id: user.id, ...(shown && { name: shown }), ...(locale && { locale }) };
}
