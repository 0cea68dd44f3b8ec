import type { IncomingMessage } from 'node:http';
import { bytesOf } from '../../fetch/post.ts';
import type { AgentEvent } from '../../protocol/agent.ts';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { eventsOf } from '../../protocol/events-of.ts';
import { harmIn, MAX_JSON_DEPTH } from '../../protocol/harm-in.ts';
import { schemaFaults } from '../../protocol/schema-faults.ts';
import { serverSentEvents } from '../server-sent-events.ts';
import { readEvent } from './read-event.ts';

/** Largest answer, as JSON or as a stream. Larger files have a URL. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * What an endpoint answered, as events. A stream's come as they arrive. No content is an agent that says nothing.
 * Throws `agent_failed` for anything but a good answer, and `NoAnswer` when it breaks off.
 */
export async function* readAnswer(answer: IncomingMessage): AsyncGenerator<AgentEvent> {
  const status = answer.statusCode ?? 0;
  const type = typeOf(answer);
  if (status === 204) return void answer.destroy();
  if (status !== 200 || (answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    answer.destroy();
    throw agentFailed(status === 200 ? 'it compressed its answer, though asked not to' : refusalOf(status));
  }
  if (type === 'text/event-stream') yield* streamed(answer);
  else yield* whole(await textOf(answer), type);
}

/** The kind of a body, without its parameters; empty when it is not said. */
export function typeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The whole body as text. Throws `NoAnswer` when it breaks off or is too large. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(answer, MAX_ANSWER_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** `why` ends a sentence, and quotes nothing of the answer. */
export function agentFailed(why: string): BridgeError {
  return new BridgeError('agent_failed', `The agent's endpoint gave no answer that can be used: ${why}.`);
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) return `it answered ${status}, a redirect. Configure the URL that it leads to`;
  return `it answered ${status}, expected 200 or 204. Its own log has more`;
}

function* whole(text: string, type: string): Generator<AgentEvent> {
  if (text.trim() === '') return;
  const json = jsonIn(text);
  if (json === undefined) {
    const said = type === '' ? 'no content type' : `the content type ${type.slice(0, 60)}`;
    throw agentFailed(`what came is no JSON and has ${said}. Send an agent turn as application/json`);
  }
  yield* eventsIn(json.value);
}

/** The events of an agent turn that came as a whole. Throws `agent_failed` when it is none. */
export function eventsIn(value: unknown): Generator<AgentEvent> {
  const turn = agentTurnSchema.safeParse(value);
  if (!turn.success) throw agentFailed(`the agent turn is wrong. ${schemaFaults(turn.error).join('; ').slice(0, 400)}`);
  return eventsOf(turn.data);
}

async function* streamed(answer: IncomingMessage): AsyncGenerator<AgentEvent> {
  for await (const { event, data } of serverSentEvents(bytesOf(answer, MAX_ANSWER_BYTES))) {
    if (data === '[DONE]') return;
    const json = jsonIn(data);
    if (json === undefined) throw agentFailed('the data of an event is no JSON');
    const read = readEvent(json.value, event);
    if ('fault' in read) throw agentFailed(read.fault);
    if (read.event.type === 'done') return;
    yield read.event;
  }
  // A proxy may end a stream as if it were whole; half an answer must not look like one.
  throw agentFailed('the stream ended without an event of the type "done"');
}

/** A text as JSON; nothing when it is none. Throws `agent_failed` for what could hurt later. */
export function jsonIn(text: string): { value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const harm = harmIn(value);
  if (harm === 'too_deep') throw agentFailed(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (harm === 'prototype_key') throw agentFailed('it has a key named "__proto__"');
  return { value };
}
