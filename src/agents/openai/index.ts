import type { AgentType } from '../../protocol/agent.ts';
import { complete } from './complete.ts';
import { ChatEndpoint } from './endpoint/chat-endpoint.ts';
import { runTurn } from './run-turn.ts';
import { type OpenAiSettings, openAiSettings } from './settings.ts';

/**
 * A model behind any endpoint that speaks OpenAI's chat completions protocol. It may call the tools of the formation's
 * MCP servers, ask the person, and show what the person's client can show.
 */
export const openai: AgentType<OpenAiSettings> = {
  type: 'openai',
  settings: openAiSettings,
  remembers: true,
  completes: true,
  create(settings) {
    const endpoint = new ChatEndpoint(settings.endpoint);
    return {
      run: (turn, context) => runTurn(turn, context, { endpoint, settings }),
      complete: (completion) => complete(completion, endpoint),
    };
  },
};
