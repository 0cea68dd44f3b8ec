import type { IncomingMessage } from 'node:http';
import { bytesOf, NoAnswer } from '../../../fetch/post.ts';
import { type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import { serverSentEvents } from '../../server-sent-events.ts';
import { CallGatherer, type ModelCall } from './gather-calls.ts';
import { codeOf, errorIn, modelFailed } from './refusal.ts';

/** What an answer came to, beside its text. */
export interface AnswerEnd {
  calls: ModelCall[];
  /** Why it ended, in the protocol's words, e.g. `stop`, `tool_calls`, `length`. */
  finish: string | undefined;
}

/** Largest answer of one step. A stream takes some 200 bytes a token. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Reads an answer of status 200: gives its text as it comes, and what it came to at the end. Throws `agent_failed` for
 * what is no answer, and `NoAnswer` when it breaks off.
 */
export async function* readAnswer(answer: IncomingMessage): AsyncGenerator<string, AnswerEnd> {
  const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
  return yield* isStream ? streamed(answer) : whole(answer);
}

/** The same as one text. */
export async function readWhole(answer: IncomingMessage): Promise<AnswerEnd & { text: string }> {
  const reading = readAnswer(answer);
  let text = '';
  for (;;) {
    const { value, done } = await reading.next();
    if (done) return { ...value, text };
    text += value;
  }
}

async function* streamed(answer: IncomingMessage): AsyncGenerator<string, AnswerEnd> {
  const gatherer = new CallGatherer();
  const joiner = new TextJoiner();
  let finish: string | undefined;
  try {
    for await (const { data } of serverSentEvents(bytesOf(answer, MAX_ANSWER_BYTES))) {
      if (data.trim() === '[DONE]') return { calls: gatherer.calls(), finish };
      const chunk = objectIn(jsonIn(data));
      if (!chunk) throw modelFailed('a piece of its stream is no JSON object');
      if (chunk.error) throw modelFailed(`it broke off with an error${codeOf(errorIn(chunk))}. Its own log has more`);
      const choice = objectIn(listIn(chunk.choices)[0]);
      const delta = objectIn(choice?.delta);
      for (const call of listIn(delta?.tool_calls)) gatherer.add(call);
      const text = joiner.next(wordsIn(delta));
      if (text !== '') yield text;
      finish = textIn(choice?.finish_reason) ?? finish;
    }
  } catch (error) {
    // Once it has said why it ends, there is nothing more to come.
    if (finish === undefined || !(error instanceof NoAnswer)) throw error;
  }
  // A proxy may end a stream as if it were whole; half an answer must not look like one.
  if (finish === undefined) throw new NoAnswer('the stream ended before the answer did');
  return { calls: gatherer.calls(), finish };
}

/** Some servers answer in one piece though asked for a stream. */
async function* whole(answer: IncomingMessage): AsyncGenerator<string, AnswerEnd> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(answer, MAX_ANSWER_BYTES)) chunks.push(chunk);
  const body = objectIn(jsonIn(Buffer.concat(chunks).toString('utf8')));
  if (body?.error) throw modelFailed(`it answered an error${codeOf(errorIn(body))}. Its own log has more`);
  const choice = objectIn(listIn(body?.choices)[0]);
  const message = objectIn(choice?.message);
  if (!message) throw modelFailed('what came is no chat completion. Check agent.base_url, which often ends in /v1');
  const gatherer = new CallGatherer();
  for (const call of listIn(message.tool_calls)) gatherer.add(call);
  const text = new TextJoiner().next(wordsIn(message));
  if (text !== '') yield text;
  return { calls: gatherer.calls(), finish: textIn(choice?.finish_reason) };
}

/** What the person is to read: the content, as a text or as parts, or why the model does not want to answer. */
function wordsIn(said: Loose | undefined): string {
  const { content, refusal } = said ?? {};
  const parts = Array.isArray(content) ? content.map((part: unknown) => objectIn(part)?.text) : [content];
  return [...parts, refusal].filter((part) => typeof part === 'string').join('');
}

/** Keeps the halves of a character together that came in two pieces. A half that stays alone is not said. */
class TextJoiner {
  #half = '';

  next(piece: string): string {
    const text = this.#half + piece;
    this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    return textIn(text.slice(0, text.length - this.#half.length)) ?? '';
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
