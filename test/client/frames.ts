import type { ChatFrame } from '../../src/client/sse.ts';
import type { TurnState } from '../../src/client/turn/turn-state.ts';

export type Reduce = (state: TurnState, frame: ChatFrame) => TurnState;

/** A frame of UI blocks and of agent-ui: the type stands in the data, too. */
export function union(id: string | undefined, type: string, data: object): ChatFrame {
  return { ...(id !== undefined && { id }), event: type, data: JSON.stringify({ type, data }) };
}

export function envelopeFrame(id: string, envelopeId: string, envelope: unknown, sessionId = 's1'): ChatFrame {
  const body = { session_id: sessionId, envelope_id: envelopeId, created_at: 1_764_510_000_000, envelope };
  return { id, event: 'ui_envelope', data: JSON.stringify(body) };
}

export const START = union('t.1.1', 'start', { ts: 1_764_510_000_000, session_id: 's1' });
