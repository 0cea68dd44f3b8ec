import { askService, type Connection } from '../connection.ts';

/** What became of an envelope. `error` has a reason for whoever built the agent, of at most 500 characters. */
export type RenderStatus =
  | { renderStatus: 'rendered' | 'fallback'; error?: undefined }
  | { renderStatus: 'error'; error: string };

const MAX_ERROR_CHARS = 500;

/** Tells the service how an envelope of a session is shown. Never throws: that it is not heard changes nothing for the person. */
export async function reportRenderStatus(
  connection: Connection,
  { sessionId, envelopeId, renderStatus, error }: { sessionId: string; envelopeId: string } & RenderStatus,
): Promise<void> {
  const json = { session_id: sessionId, renderStatus, ...(error && { error: error.slice(0, MAX_ERROR_CHARS) }) };
  const path = `/api/v1/agent/chat/envelopes/${encodeURIComponent(envelopeId)}/status`;
  await askService(connection, path, { json, keepalive: true }).catch(() => {});
}
