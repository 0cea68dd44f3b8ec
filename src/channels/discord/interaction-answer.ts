import type { Toast } from '../../protocol/inbound.ts';

/** The first answer to an interaction, as Discord takes it in the HTTP answer and at the callback. */
export interface InteractionAnswer {
  type: number;
  data?: Readonly<Record<string, unknown>>;
}

/** "Only you can see this". docs.discord.com, Message flags, read 2026-11. */
const EPHEMERAL = 1 << 6;

/** Interaction callback types. docs.discord.com, Receiving and Responding, read 2026-11. */
export const PONG: InteractionAnswer = { type: 1 };
/** A message is shown as coming, and the reply takes its place. */
export const REPLY_FOLLOWS: InteractionAnswer = { type: 5 };
/** The same, for the one person's eyes; it is taken away again. */
export const NO_REPLY: InteractionAnswer = { type: 5, data: { flags: EPHEMERAL } };
/** Taken; the message with the button stays as it is for now. */
export const TAKEN: InteractionAnswer = { type: 6 };
export const NO_SUGGESTIONS: InteractionAnswer = { type: 8, data: { choices: [] } };

/** A message that one person alone sees. */
export function privately(content: string): InteractionAnswer {
  return { type: 4, data: privateMessage(content) };
}

export function privateMessage(content: string): Readonly<Record<string, unknown>> {
  return { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } };
}

/** What the conversation itself shows anyway: the message that asked changes, or the agent answers. */
const SHOWN_ANYWAY: ReadonlySet<Toast['code']> = new Set(['recorded', 'received']);

/** The words that whoever pressed has to be told; nothing where the conversation shows what came of it. */
export function wordsFor(toast: Toast | undefined): string | undefined {
  return toast && !SHOWN_ANYWAY.has(toast.code) ? toast.text : undefined;
}
