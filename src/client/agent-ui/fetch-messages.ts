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
  envelopes: readonly KeptEnvelope[];
}

/** `envelope` is unchecked: `readEnvelope` checks it. */
export interface KeptEnvelope {
  id: string;
  createdAtMs: number;
  envelope: unknown;
  /** pending, rendered, fallback or error. */
  renderStatus: string;
}

/** What was said in a session, oldest first. Throws a `ChatError` when it cannot be had. */
export async function fetchMessages(
  connection: Connection,
  { sessionId, signal }: { sessionId: string; signal?: AbortSignal },
): Promise<KeptMessage[]> {
  const path = `/api/v1/agent/chat/sessions/${encodeURIComponent(sessionId)}/messages`;
  const { messages } = objectOf(await askForJson(connection, path, { signal })) ?? {};
  return Array.isArray(messages) ? messages.flatMap(messageIn) : [];
}

function messageIn(entry: unknown): KeptMessage[] {
  const { id, role, content, status, uiEnvelopes } = objectOf(entry) ?? {};
  if (role !== 'user' && role !== 'assistant') return [];
  const envelopes = Array.isArray(uiEnvelopes) ? uiEnvelopes.flatMap(envelopeIn) : [];
  return [{ id: textIn(id), role, content: textIn(content), isRunning: status === 'running', envelopes }];
}

function envelopeIn(entry: unknown): KeptEnvelope[] {
  const { envelopeId, createdAt, envelope, renderStatus } = objectOf(entry) ?? {};
  if (textIn(envelopeId) === '') return [];
  const createdAtMs = typeof createdAt === 'number' ? createdAt : 0;
  return [{ id: textIn(envelopeId), createdAtMs, envelope, renderStatus: textIn(renderStatus) }];
}
