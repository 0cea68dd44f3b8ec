import { exactFields } from './fields.ts';

/** Puts a command into the person's composer. Nothing ever sends it for them. */
export interface SlashAction {
  kind: 'slash';
  command: string;
}

export type SlashRefusal = 'wrong_fields' | 'too_long' | 'not_a_command' | 'bad_character';

/** Also the most that a copy button of Telegram takes. */
const MAX_CHARS = 256;
const COMMAND = /^\/[a-z][a-z0-9_-]{0,31}(?: .*)?$/;
/** Controls, directional marks, zero-width characters, halves of characters, line and paragraph separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Checks an action of the kind `slash`: `/` and a verb of lower-case letters, then whatever can be seen, on one line. At
 * most 256 UTF-16 code units.
 */
export function slashAction(value: unknown): { action: SlashAction } | { refusal: SlashRefusal } {
  const command = exactFields(value, { needed: ['kind', 'command'] })?.command;
  if (typeof command !== 'string') return { refusal: 'wrong_fields' };
  if (command.length > MAX_CHARS) return { refusal: 'too_long' };
  if (UNSEEN.test(command)) return { refusal: 'bad_character' };
  return COMMAND.test(command) ? { action: { kind: 'slash', command } } : { refusal: 'not_a_command' };
}
