import type { PastTurn } from '../../protocol/agent.ts';
import type { Turn } from '../../protocol/turn.ts';
import type { ChatMessage } from './chat-protocol.ts';
import { OPEN_VIEWS_CALL, openViewsTool, viewsWords } from './tools/open-views.ts';

/**
 * What a model is told before it answers: who it is, what was said before, what the person says now, and what the views
 * that they have open say.
 */
export function openingOf(turn: Turn, systemMessage: string, history: readonly PastTurn[]): ChatMessage[] {
  const past = history.flatMap(({ message, reply }): ChatMessage[] => [
    ...(message === '' ? [] : [{ role: 'user' as const, content: message }]),
    ...(reply === '' ? [] : [{ role: 'assistant' as const, content: reply }]),
  ]);
  const system = [systemMessage, placeOf(turn)].filter((part) => part !== '').join('\n\n');
  const now: ChatMessage = { role: 'user', content: wordsOf(turn) };
  return [{ role: 'system', content: system }, ...past, now, ...saidByViews(turn)];
}

/** As a tool's result, so that no model takes a server's words for the person's or for its own instructions. */
function saidByViews({ views }: Turn): ChatMessage[] {
  if (!views) return [];
  const called = { name: openViewsTool.name, arguments: '{}' };
  return [
    { role: 'assistant', content: null, tool_calls: [{ id: OPEN_VIEWS_CALL, type: 'function', function: called }] },
    { role: 'tool', tool_call_id: OPEN_VIEWS_CALL, content: viewsWords(views) },
  ];
}

/** What becomes of the model's words. */
function placeOf({ channel, readsMarkdown }: Turn): string {
  const reading = readsMarkdown
    ? 'Your text is read as Markdown.'
    : 'Your text is shown as it is: write it without any markup.';
  return `You talk to a person on the channel "${channel}". ${reading}`;
}

/** What the person said: an answer with its question, files by name and address. */
function wordsOf({ message, uiResponse, files }: Turn): string {
  const lines = files.map(({ name, url }) => (url === undefined ? `[File: ${name}]` : `[File: ${name}, ${url}]`));
  const answered =
    uiResponse && `[Answer to your question ${JSON.stringify(uiResponse.prompt)}: ${JSON.stringify(uiResponse.value)}]`;
  return [message, answered, lines.join('\n')].filter(Boolean).join('\n\n');
}
