import type { PastTurn } from '../../protocol/agent.ts';
import type { Turn } from '../../protocol/turn.ts';
import type { ChatMessage } from './chat-protocol.ts';

/** What a model is told before it answers: who it is, what was said before, and what the person says now. */
export function openingOf(turn: Turn, systemMessage: string, history: readonly PastTurn[]): ChatMessage[] {
  const past = history.flatMap(({ message, reply }): ChatMessage[] => [
    ...(message === '' ? [] : [{ role: 'user' as const, content: message }]),
    ...(reply === '' ? [] : [{ role: 'assistant' as const, content: reply }]),
  ]);
  const system = [systemMessage, placeOf(turn)].filter((part) => part !== '').join('\n\n');
  return [{ role: 'system', content: system }, ...past, { role: 'user', content: wordsOf(turn) }];
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
