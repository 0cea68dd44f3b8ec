import { plainLine } from '../protocol/plain-text.ts';

/**
 * The callback string of a button that opens a form with a command filled in: `<widget_id>#c<place>:<command>`. It is a
 * verb of the channel's own: it answers nothing, and nobody's words. The command travels in it, so no store is asked, and
 * a forged one only opens a form for whoever forged it.
 */
const PREFILL = /^(ui_[0-9A-Za-z_]+#c\d{1,3}):(.+)$/;

/** Longest command that a form is filled in with, in UTF-16 units: what a web client takes as a slash command. */
const MAX_COMMAND_UNITS = 256;

/** What a button that offers a command is known by. */
export interface PrefillCallback {
  /** `<widget_id>#c<place>`, which no other button of the message has. */
  name: string;
  /** On one line, 1 to 256 UTF-16 units, none of them a control character. */
  command: string;
}

/** The callback string; nothing where it is no widget id of ours, or no command that a line of a form holds. */
export function encodePrefill(widgetId: string, place: number, command: string): string | undefined {
  const data = `${widgetId}#c${place}:${command}`;
  return decodePrefill(data)?.command === command ? data : undefined;
}

/** Reads a callback string by its grammar alone. Anything else, a non-string included, is nothing. */
export function decodePrefill(data: unknown): PrefillCallback | undefined {
  if (typeof data !== 'string') return undefined;
  const [, name, command] = PREFILL.exec(data) ?? [];
  return name !== undefined && command !== undefined && fitsLine(command) ? { name, command } : undefined;
}

/** Whether a string is such a verb, also one whose command is no good. */
export function isPrefillVerb(data: unknown): boolean {
  return typeof data === 'string' && /^ui_[0-9A-Za-z_]+#c\d/.test(data);
}

/** Nothing unseen in it, at its ends neither; a space at the end stays, for what is to be typed behind it. */
function fitsLine(command: string): boolean {
  const framed = `|${command}|`;
  return command.trim() !== '' && command.length <= MAX_COMMAND_UNITS && plainLine(framed) === framed;
}
