import { objectIn, textIn } from './json.ts';
import type { ChatFrame } from './sse.ts';
import { applyFrame } from './turn/apply-frame.ts';
import type { TurnChange } from './turn/turn-change.ts';
import type { TurnState } from './turn/turn-state.ts';
import { partChange, unionChange, unionIn } from './turn/union-change.ts';

/**
 * What a client knows of a turn once it has this frame of `POST /api/v1/agent/chat/stream`. Begin with `NOTHING_YET`. A
 * frame that was taken already changes nothing; an envelope whose id is known takes the place of the one before.
 */
export function reduceAgentUi(state: TurnState, frame: ChatFrame): TurnState {
  return applyFrame(state, frame, (given) => changeIn(given, state.sessionId));
}

function changeIn(frame: ChatFrame, sessionId: string | undefined): TurnChange | undefined {
  if (frame.event === 'ui_envelope') return envelopeChange(frame, sessionId);
  const union = unionIn(frame);
  return union && unionChange(union);
}

/** Its ids are of its session: one of another session is not for this reader. */
function envelopeChange({ data }: ChatFrame, sessionId: string | undefined): TurnChange | undefined {
  const { session_id, envelope_id, created_at, envelope } = objectIn(data) ?? {};
  if (sessionId !== undefined && session_id !== sessionId) return undefined;
  const createdAtMs = typeof created_at === 'number' ? created_at : 0;
  return partChange({ type: 'envelope', id: textIn(envelope_id), createdAtMs, envelope });
}
