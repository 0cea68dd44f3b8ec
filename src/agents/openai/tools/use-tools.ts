import type { AgentContext, AgentEvent } from '../../../protocol/agent.ts';
import { BridgeError, reasonOf } from '../../../protocol/errors.ts';
import { harmIn } from '../../../protocol/harm-in.ts';
import { objectIn } from '../../../protocol/loose.ts';
import type { ChatMessage } from '../chat-protocol.ts';
import { type Question, questionIn } from './ask-user.ts';
import { viewsWords } from './open-views.ts';
import { resultWords } from './result-words.ts';
import { showBlock, unofferedBlock } from './show-block.ts';
import type { Tool, Toolbox } from './toolbox.ts';

/** A call as it stands in the chat. */
export interface NamedCall {
  /** As the model knows it. */
  id: string;
  /** As the turn knows it: unique there. */
  callId: string;
  name: string;
  args: Readonly<Record<string, unknown>> | undefined;
}

/** What came of the calls of one step. */
export interface Used {
  answers: ChatMessage[];
  /** The first question that was asked. With it the turn ends. */
  question: Question | undefined;
  /** Whether something was shown to the person. */
  hasShown: boolean;
}

/**
 * Makes the calls of one step: those of servers side by side, the others in order. Reports each, with its raw result;
 * the model is answered with its own view of it. What goes wrong is told to the model, which may mend it. Rejects only
 * when the turn is given up.
 */
export async function* useTools(
  calls: readonly NamedCall[],
  toolbox: Toolbox,
  context: AgentContext,
): AsyncGenerator<AgentEvent, Used> {
  const used: Used = { answers: [], question: undefined, hasShown: false };
  const pending: { call: NamedCall; server: string; tool: string; result: Promise<unknown> }[] = [];
  const answer = ({ id }: NamedCall, content: string) => used.answers.push({ role: 'tool', tool_call_id: id, content });

  for (const call of calls) {
    const tool = toolbox.tools.get(call.name);
    const { args } = call;
    if (!tool || !args) {
      answer(call, JSON.stringify(tool ? BAD_ARGUMENTS : (unofferedBlock(call.name) ?? unknownTool(toolbox))));
      continue;
    }
    switch (tool.type) {
      case 'ask': {
        const asked = questionIn(args);
        if ('fault' in asked) answer(call, JSON.stringify({ error: 'arguments_invalid', hint: asked.fault }));
        else used.question ??= asked.question;
        break;
      }
      case 'views':
        answer(call, viewsWords(tool.views));
        break;
      case 'block': {
        const { answer: told, isShown } = showBlock(tool.block, args, context);
        if (isShown) used.hasShown = true;
        answer(call, JSON.stringify(told));
        break;
      }
      case 'ui': {
        yield { type: 'tool_call', id: call.callId, tool: tool.tool, args };
        const refusal = context.refusalOf(call.callId);
        const result = refusal ? { isError: true, error: 'envelope_refused', hint: refusal.message } : SHOWN;
        yield { type: 'tool_result', id: call.callId, tool: tool.tool, result };
        if (!refusal || refusal.isSaid) used.hasShown = true;
        answer(call, JSON.stringify(result));
        break;
      }
      case 'server':
        yield { type: 'tool_call', id: call.callId, tool: tool.tool, args };
        pending.push({ ...tool, call, result: callServer(tool, args, context) });
        break;
      default:
        tool satisfies never;
    }
  }
  for (const { call, server, tool, result: pendingResult } of pending) {
    const result = await pendingResult;
    context.signal.throwIfAborted();
    yield { type: 'mcp_result', id: call.callId, server, tool, result };
    const seen = context.modelView(result);
    // What the model does not get to see is there for the person.
    if (seen !== result) used.hasShown = true;
    answer(call, resultWords(seen));
  }
  return used;
}

/** A model's arguments as they may be used: a JSON object without what could hurt later. */
export function argsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return harmIn(value) === undefined ? objectIn(value) : undefined;
  } catch {
    return undefined;
  }
}

const SHOWN = { shown: true };
const BAD_ARGUMENTS = { error: 'arguments_invalid', hint: 'The arguments are no JSON object that can be read.' };

function unknownTool({ offers }: Toolbox): object {
  return { error: 'tool_unknown', hint: `There is no such tool. Known: ${offers.map(({ name }) => name).join(', ')}.` };
}

/** Never rejects: others wait for the same step. A failure looks like that of a tool which ran. */
async function callServer(
  { server, tool }: Extract<Tool, { type: 'server' }>,
  args: Readonly<Record<string, unknown>>,
  { tools, signal, log }: AgentContext,
): Promise<unknown> {
  try {
    return await tools.call({ server, tool, args }, signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ server, tool, reason: reasonOf(error) }, 'a tool failed; the model is told');
    const sentence = error instanceof BridgeError ? error.message : `Tool '${tool}' failed.`;
    return { isError: true, content: [{ type: 'text', text: sentence }] };
  }
}
