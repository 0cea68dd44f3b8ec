import type { AskedQuestion, Envelope } from '../../protocol/envelope.ts';
import type { BridgeError } from '../../protocol/errors.ts';
import type { TurnEvent } from '../../protocol/turn-log.ts';
import type { Widget } from '../../protocol/widget.ts';

/** How a turn ended, for whoever asked for it. */
export type TurnEnding = { envelope: Envelope } | { failed: BridgeError };

/** The events that end a stream on which `streamed` was said so far. */
export function endingEvents(ending: TurnEnding, streamed: string): TurnEvent[] {
  if ('failed' in ending) return [{ type: 'error', code: ending.failed.code, message: ending.failed.message }];
  const { text, widgets, questions } = ending.envelope;
  return replyEvents({ content: text, ui: widgets, questions }, streamed);
}

/** The same of a reply. What its text has beyond what was streamed, numbered choices and link URLs, is said first. */
export function replyEvents(
  {
    content,
    ui = [],
    questions = [],
  }: { content: string; ui?: readonly Widget[]; questions?: readonly AskedQuestion[] },
  streamed: string,
): TurnEvent[] {
  const rest = restOf(content, streamed);
  return [
    ...(rest === '' ? [] : [{ type: 'text', delta: rest } as const]),
    ...questions.map((question) => ({ type: 'question', ...question }) as const),
    ...(ui.length === 0 ? [] : [{ type: 'ui', widgets: ui } as const]),
    { type: 'done' },
  ];
}

/** What of the whole text was not streamed yet. White space at the end of what was may have gone in the whole. */
export function restOf(content: string, streamed: string): string {
  const said = content.startsWith(streamed) ? streamed : streamed.trimEnd();
  return content.startsWith(said) ? content.slice(said.length) : content;
}
