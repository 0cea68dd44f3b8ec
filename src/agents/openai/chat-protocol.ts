import type { ToolOffer } from '../../protocol/agent.ts';

/** A message of a chat, as the chat completions protocol has it. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: readonly SentCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

/** A call that the model made, as it is sent back to it. */
export interface SentCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** What a model is asked. */
export interface ChatRequest {
  model: string;
  messages: readonly ChatMessage[];
  stream: boolean;
  /** Absent or empty = none. */
  tools?: readonly ToolOffer[];
  /** The tools are there to be read about only. */
  mayCall?: boolean;
  temperature?: number;
  maxTokens?: number;
}

/** The two names of the longest answer: models that reason take the second one only, most other servers the first. */
export type TokensKey = 'max_tokens' | 'max_completion_tokens';

export function chatBody(request: ChatRequest, tokensKey: TokensKey): string {
  const { model, messages, stream, tools = [], mayCall = true, temperature, maxTokens } = request;
  return JSON.stringify({
    ...{ model, messages, stream },
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [tokensKey]: maxTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, ...(description !== '' && { description }), parameters },
      })),
      ...(!mayCall && { tool_choice: 'none' }),
    }),
  });
}
