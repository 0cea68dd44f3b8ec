import { NoAnswer } from '../../fetch/post.ts';
import type { AgentContext, AgentEvent } from '../../protocol/agent.ts';
import type { Turn } from '../../protocol/turn.ts';
import type { ChatMessage, ChatRequest } from './chat-protocol.ts';
import type { ChatEndpoint } from './endpoint/chat-endpoint.ts';
import { type AnswerEnd, readAnswer } from './endpoint/read-answer.ts';
import { modelFailed } from './endpoint/refusal.ts';
import { openingOf } from './opening.ts';
import type { OpenAiSettings } from './settings.ts';
import { fillToolbox } from './tools/toolbox.ts';
import { argsIn, type NamedCall, useTools } from './tools/use-tools.ts';

/** What is waited for together, in one step, until the endpoint has time. Somebody waits at the other end. */
const MAX_WAIT_MS = 30_000;

export interface Model {
  endpoint: ChatEndpoint;
  settings: OpenAiSettings;
}

/** What was said and done so far in a turn. */
interface Progress {
  step: number;
  calls: number;
  text: string;
  hasShown: boolean;
}

/**
 * Has the model answer a turn. As long as it calls tools, it is given what came of them and asked on, up to `max_steps`
 * times; the last time it may only speak. A question ends the turn. Throws `agent_failed`.
 */
export async function* runTurn(turn: Turn, context: AgentContext, model: Model): AsyncGenerator<AgentEvent> {
  const { settings } = model;
  const [history, toolbox] = await Promise.all([context.history(), fillToolbox(turn, context)]);
  const messages = openingOf(turn, settings.systemMessage, history);
  const progress: Progress = { step: 0, calls: 0, text: '', hasShown: false };

  while (++progress.step <= settings.maxSteps) {
    const request: ChatRequest = {
      ...{ model: settings.model, messages, stream: true, tools: toolbox.offers },
      mayCall: progress.step < settings.maxSteps,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      ...(settings.maxTokens !== undefined && { maxTokens: settings.maxTokens }),
    };
    const before = progress.text.length;
    const { calls, finish } = yield* speak(request, { turn, context, model, progress });
    const facts = { turn_id: turn.turnId, step: progress.step };
    if (finish === 'length') context.log.warn(facts, 'the model stopped at its longest answer. Raise agent.max_tokens');
    if (calls.length === 0 || !request.mayCall) return endWith(finish, calls.length > 0, progress);

    const named = calls.map(({ id, name, argsText }): NamedCall => {
      const callId = `call_${++progress.calls}`;
      return { id: id ?? callId, callId, name, args: argsIn(argsText) };
    });
    messages.push(assistantMessage(progress.text.slice(before).trim(), named));
    const { answers, question, hasShown } = yield* useTools(named, toolbox, context);
    progress.hasShown ||= hasShown;
    if (question) return yield { type: 'clarification', ...question };
    messages.push(...answers);
  }
}

/** One answer of the model. A line that breaks before anything was said is tried once more. */
async function* speak(
  request: ChatRequest,
  { turn, context, model, progress }: { turn: Turn; context: AgentContext; model: Model; progress: Progress },
): AsyncGenerator<AgentEvent, AnswerEnd> {
  const { signal, log } = context;
  const facts = { turn_id: turn.turnId, attempt: turn.attempt, step: progress.step };
  for (let tries = 1; ; tries++) {
    const before = progress.text.length;
    try {
      const answer = await model.endpoint.ask(request, {
        // A later step, and another attempt, ask something else.
        id: `${turn.turnId}.${turn.attempt}.${progress.step}`,
        signal,
        maxWaitMs: MAX_WAIT_MS,
        onWait: ({ reason, waitMs }) => log.warn({ ...facts, reason, wait_ms: waitMs }, 'model is asked again'),
      });
      return yield* heard(answer, progress);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const hasSpoken = progress.text.length > before;
      if (signal.aborted || error.isSilence || hasSpoken || tries === 2) throw modelFailed(error.message);
      log.warn({ ...facts, reason: error.message }, 'model is asked again');
    }
  }
}

/** The words of an answer as events. Those of two steps are two paragraphs. */
async function* heard(
  answer: Parameters<typeof readAnswer>[0],
  progress: Progress,
): AsyncGenerator<AgentEvent, AnswerEnd> {
  const reading = readAnswer(answer);
  let separator = progress.text.trim() === '' ? '' : '\n\n';
  try {
    for (;;) {
      const { value, done } = await reading.next();
      if (done) return value;
      // What a model says between its calls is often nothing but blanks.
      const delta = separator === '' ? value : value.trimStart();
      if (delta === '') continue;
      progress.text += separator + delta;
      yield { type: 'text', delta: separator + delta };
      separator = '';
    }
  } finally {
    // Also when nobody listens any more: then the line is closed.
    await reading.return({ calls: [], finish: undefined });
  }
}

function assistantMessage(text: string, calls: readonly NamedCall[]): ChatMessage {
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    // Arguments that are no JSON make some servers fail when they read them again.
    tool_calls: calls.map(({ id, name, args = {} }) => ({
      ...{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } },
    })),
  };
}

/** Whether an answer is one to end with: a person who asked is told something, even if it is that this failed. */
function endWith(finish: string | undefined, wantsMore: boolean, { text, hasShown, step }: Progress): void {
  if (text.trim() !== '' || hasShown) return;
  if (finish === 'content_filter') throw modelFailed('its filter withheld the answer');
  if (finish === 'length') throw modelFailed('it used up its tokens before it said anything. Raise agent.max_tokens');
  if (wantsMore) throw modelFailed(`it calls tools still, in step ${step}. Raise agent.max_steps`);
  throw modelFailed('it said nothing');
}
