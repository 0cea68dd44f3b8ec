import { ChatError } from '../chat-error.ts';
import { askForJson, type Connection } from '../connection.ts';
import { type Junction, junctionsIn } from './map-place.ts';

/**
 * The junctions behind the `render_ref` of a session, checked whole. Throws a `ChatError` when they cannot be had or are
 * not what they should be; an abort throws the signal's reason.
 */
export async function fetchJunctions(
  connection: Connection,
  { renderRef, sessionId, signal }: { renderRef: string; sessionId: string; signal?: AbortSignal },
): Promise<Junction[]> {
  const query = new URLSearchParams({ session_id: sessionId });
  const path = `/api/v1/agent/chat/render-ref/${encodeURIComponent(renderRef)}?${query}`;
  const junctions = junctionsIn(await askForJson(connection, path, { signal }));
  if (junctions) return junctions;
  throw new ChatError('refused', 'What is behind the render_ref are no junctions: points with ids, within the limits.');
}
