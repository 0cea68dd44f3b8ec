import type { Agent, AgentContext, AgentEvent } from '../protocol/agent.ts';
import type { SaidTurn } from '../protocol/agent-turn.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Turn } from '../protocol/turn.ts';
import type { UiStage } from '../protocol/ui/ui-stage.ts';

/** An agent that says more than this in one turn is stopped: nothing here may grow without a bound. */
const MAX_TEXT_CHARS = 1_000_000;
/** The same for facts (tool calls, results, blocks, files). */
const MAX_FACTS = 1_000;

/**
 * Runs the agent for one turn and gathers what it says in `said`. `onText` hears every piece of text as it comes, `stage`
 * every fact. Once it is over, nothing more is gathered, whatever the agent makes of its signal.
 * Throws `agent_failed` when the agent reports an error or says too much.
 */
export async function converse(
  agent: Agent,
  turn: Turn,
  context: AgentContext,
  hearing: {
    said: SaidTurn;
    onText: ((delta: string) => void) | undefined;
    stage: Pick<UiStage, 'hear'>;
    isOver: () => boolean;
  },
): Promise<void> {
  const { said, onText, stage, isOver } = hearing;
  let facts = 0;
  for await (const event of agent.run(turn, context)) {
    if (isOver()) return;
    if (event.type === 'text') {
      said.text += event.delta;
      if (said.text.length > MAX_TEXT_CHARS) throw tooMuch(`${MAX_TEXT_CHARS} characters of text`);
      onText?.(event.delta);
      continue;
    }
    if (++facts > MAX_FACTS) throw tooMuch(`${MAX_FACTS} facts`);
    gather(said, event);
    if (event.type === 'error') continue;
    const shown = stage.hear(event);
    // Most facts show nothing, or do so at once: waiting for that costs a turn of the loop.
    if (shown) await shown;
  }
}

function gather(said: SaidTurn, event: Exclude<AgentEvent, { type: 'text' }>): void {
  switch (event.type) {
    case 'clarification':
      said.clarification = withoutType(event);
      return;
    case 'credential_redirect':
      said.credential_redirect = { service: event.service };
      return;
    case 'credential_choice':
      said.credential_choice = { service: event.service, accounts: event.accounts };
      return;
    case 'tool_call':
      said.tool_calls = append(said.tool_calls, withoutType(event));
      return;
    case 'tool_result':
      said.tool_results = append(said.tool_results, withoutType(event));
      return;
    case 'mcp_result':
      said.mcp_results = append(said.mcp_results, withoutType(event));
      return;
    case 'block':
      said.blocks = append(said.blocks, withoutType(event));
      return;
    case 'file':
      said.files = append(said.files, withoutType(event));
      return;
    case 'ui':
      for (const widget of event.widgets.slice(0, MAX_FACTS)) said.ui = append(said.ui, widget);
      return;
    case 'error':
      // Its words may quote the conversation: they are the cause, and no part of the sentence.
      throw new BridgeError('agent_failed', 'The agent reported an error. Its own log has more.', {
        cause: new Error(event.message),
      });
    default:
      event satisfies never;
  }
}

function withoutType<T extends { type: string }>({ type: _, ...rest }: T): Omit<T, 'type'> {
  return rest;
}

/** The list with one more item; the same list once there is one. */
function append<T>(list: T[] | undefined, item: T): T[] {
  if (!list) return [item];
  list.push(item);
  return list;
}

function tooMuch(limit: string): BridgeError {
  return new BridgeError('agent_failed', `The agent said more than ${limit} in one turn and was stopped. Say less.`);
}
