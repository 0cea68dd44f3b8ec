import type { Note } from '../../protocol/notes.ts';
import type { Answer } from './web-api.ts';

export type Body = Readonly<Record<string, unknown>>;

const NO_BLOCKS: Note = {
  code: 'buttons_as_text',
  message: 'Slack refused the blocks of a message. It was sent without them.',
};

/**
 * The message without the part that Slack refused, when it can be left out: the text lists every choice and link
 * anyway. Nothing when another try would fare no better.
 */
export function mended(body: Body, answer: Answer): { body: Body; note: Note } | undefined {
  if (answer.type !== 'no' || body.blocks === undefined) return undefined;
  if (!/^(invalid_blocks|invalid_blocks_format|msg_blocks_too_long)$/.test(answer.code)) return undefined;
  const { blocks, ...rest } = body;
  return { body: rest, note: NO_BLOCKS };
}
