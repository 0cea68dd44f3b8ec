import { askForJson, type Connection } from '../connection.ts';
import { objectOf, textIn } from '../json.ts';

/** A message of a session, as it was kept. */
export interface KeptMessage {
  /** That of its turn, for what an agent said. */
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** Whether its turn still goes on: `resumeStream` has the rest. */
  isRunning: boolean;
  /** Why there is no whole answer, in the service's words. */
  failure?: string;
  envelopes: readonly KeptEnvelope[];
}

/** Messages that follow each other, oldest first. */
export interface MessagePage {
  messages: readonly KeptMessage[];
  /** What gives those before them, as `before`. Absent = there are none. */
  next?: string;
}

/** `envelope` is unchecked: `readEnvelope` checks it. */
export interface KeptEnvelope {
  id: string;
  createdAtMs: number;
  envelope: unknown;
  /** pending, rendered, fallback or error. */
  renderStatus: string;
}

/**
 * What was said in a session: the latest messages, or those before a page that was fetched. Throws a `ChatError` when
 * they cannot be had.
 */
export async function fetchMessages(
  connection: Connection,
  { sessionId, before, signal }: { sessionId: string; before?: string | undefined; signal?: AbortSignal | undefined },
): Promise<MessagePage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  const path = `/api/v1/agent/chat/sessions/${encodeURIComponent(sessionId)}/messages${query}`;
  const { messages, next } = objectOf(await askForJson(connection, path, { signal })) ?? {};
  return {
    messages: Array.isArray(messages) ? messages.flatMap(messageIn) : [],
    ...(typeof next === 'string' && next !== '' && { next }),
  };
}

function messageIn(entry: unknown): KeptMessage[] {
  const { id, role, content, status, error, uiEnvelopes } = objectOf(entry) ?? {};
  if (role !== 'user' && role !== 'assistant') return [];
  const envelopes = Array.isArray(uiEnvelopes) ? uiEnvelopes.flatMap(envelopeIn) : [];
  const failure = objectOf(error);
  return [
    {
      ...{ id: textIn(id), role, content: textIn(content), isRunning: status === 'running', envelopes },
      ...(failure && { failure: textIn(failure.message) }),
    },
  ];
}

function envelopeIn(entry: unknown): KeptEnvelope[] {
  const { envelopeId, createdAt, envelope, renderStatus } = objectOf(entry) ?? {};
  if (textIn(envelopeId) === '') return [];
  const createdAtMs = typeof createdAt === 'number' ? createdAt : 0;
  return [{ id: textIn(envelopeId), createdAtMs, envelope, renderStatus: textIn(renderStatus) }];
}
