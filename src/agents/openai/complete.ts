import { randomUUID } from 'node:crypto';
import { NoAnswer } from '../../fetch/post.ts';
import type { Completion } from '../../protocol/agent.ts';
import type { ChatEndpoint } from './endpoint/chat-endpoint.ts';
import { readWhole } from './endpoint/read-answer.ts';
import { modelFailed } from './endpoint/refusal.ts';

/** Asks a model one question, once. Throws `agent_failed`, also for half an answer. */
export async function complete(
  { model, system, message, maxTokens, signal }: Completion,
  endpoint: ChatEndpoint,
): Promise<string> {
  try {
    const answer = await endpoint.ask(
      {
        ...{ model, stream: false, maxTokens },
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: message },
        ],
      },
      { id: randomUUID(), signal, maxWaitMs: 0, onWait: () => {} },
    );
    const { text, finish } = await readWhole(answer);
    if (finish === 'length') throw modelFailed(`its answer is longer than ${maxTokens} tokens`);
    return text;
  } catch (error) {
    throw error instanceof NoAnswer ? modelFailed(error.message) : error;
  }
}
