import type { Note } from '../../protocol/notes.ts';
import type { Answer } from './rest.ts';

export type Body = Readonly<Record<string, unknown>>;

const NO_COMPONENTS: Note = {
  code: 'buttons_as_text',
  message: 'Discord refused the components of a message. It was sent without them.',
};

/** "Invalid Form Body". docs.discord.com, Opcodes and Status Codes, read 2026-11. */
const INVALID_FORM = 50_035;

/**
 * The message without the part that Discord refused, when it can be left out: the text lists every choice and link
 * anyway. Nothing when another try would fare no better.
 */
export function mended(body: Body, answer: Answer): { body: Body; note: Note } | undefined {
  if (answer.type !== 'no' || answer.code !== INVALID_FORM || !hasComponents(body)) return undefined;
  if (!/\bcomponents[[.]/.test(answer.details) || typeof body.content !== 'string') return undefined;
  const { components, ...rest } = body;
  return { body: rest, note: NO_COMPONENTS };
}

function hasComponents({ components }: Body): boolean {
  return Array.isArray(components) && components.length > 0;
}
