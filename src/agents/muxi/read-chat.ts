import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { bytesOf } from '../../fetch/post.ts';
import type { AgentEvent } from '../../protocol/agent.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { harmIn } from '../../protocol/harm-in.ts';
import { serverSentEvents } from '../server-sent-events.ts';

/** Largest answer, as JSON or as a stream; a formation's widgets are 150 kB at most. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const completed = z.looseObject({
  data: z.looseObject({
    message: z.looseObject({ content: z.string(), ui: z.array(z.unknown()).optional() }),
  }),
});
const token = z.looseObject({ token: z.string() });
const reset = z.looseObject({ text: z.string() });
const widgets = z.looseObject({ ui: z.array(z.unknown()) });

/** What a formation said, as events. Throws `agent_failed` for anything but a good answer, and `NoAnswer` when it breaks off. */
export async function* readChat(answer: IncomingMessage): AsyncGenerator<AgentEvent> {
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw muxiFailed(`it answered ${answer.statusCode}, expected 200`);
  }
  const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
  if (isStream) yield* streamed(answer);
  else yield* whole(answer);
}

/** `why` ends a sentence, and quotes nothing of the answer. */
export function muxiFailed(why: string): BridgeError {
  return new BridgeError('agent_failed', `The MUXI formation gave no answer that can be used: ${why}.`);
}

async function* streamed(answer: IncomingMessage): AsyncGenerator<AgentEvent> {
  let hasSpoken = false;
  for await (const { event, data } of serverSentEvents(bytesOf(answer, MAX_ANSWER_BYTES))) {
    switch (event) {
      case 'done':
        return;
      case 'error':
        throw muxiFailed('it ended with an error. Its own log has more');
      case 'ui': {
        const read = widgets.safeParse(jsonIn(data));
        if (!read.success) throw muxiFailed('a frame of the event "ui" holds no list under "ui"');
        hasSpoken = true;
        yield { type: 'ui', widgets: read.data.ui };
        break;
      }
      case 'reset': {
        // What was said before does not count, and cannot be taken back here.
        if (hasSpoken) throw muxiFailed('it began anew in the middle of its answer');
        const read = reset.safeParse(jsonIn(data));
        if (!read.success) throw muxiFailed('a frame of the event "reset" holds no text');
        hasSpoken = read.data.text !== '';
        if (hasSpoken) yield { type: 'text', delta: read.data.text };
        break;
      }
      case undefined: {
        const read = token.safeParse(jsonIn(data));
        if (!read.success) break;
        hasSpoken = true;
        yield { type: 'text', delta: read.data.token };
        break;
      }
      default:
      // Of other events a client of MUXI wants to know nothing.
    }
  }
  throw muxiFailed('the stream ended without an event "done"');
}

async function* whole(answer: IncomingMessage): AsyncGenerator<AgentEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(answer, MAX_ANSWER_BYTES)) chunks.push(chunk);
  const read = completed.safeParse(jsonIn(Buffer.concat(chunks).toString('utf8')));
  if (!read.success) throw muxiFailed('what came is no chat.completed with data.message.content. Check the url');
  const { content, ui } = read.data.data.message;
  if (content !== '') yield { type: 'text', delta: content };
  if (ui) yield { type: 'ui', widgets: ui };
}

/** Nothing for what is no JSON, or could hurt later. */
function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return harmIn(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
