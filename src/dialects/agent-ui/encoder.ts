import type { StreamEvent } from '../../protocol/turn-step.ts';
import type { Encoder, StreamAbout } from '../encoder.ts';
import { frameId, framesOf } from '../frame.ts';
import { startFrame } from '../ubp/start.ts';
import { typedEvents } from '../ubp/typed-events.ts';

/** agent-ui: the typed events of UBP without its blocks, and an envelope where a tool showed something. */
export function agentUi(about: StreamAbout): Encoder {
  const { turnId, sessionId } = about;
  const contentsOf = (event: StreamEvent): { name: string; data: object }[] => {
    if (event.type !== 'envelope') {
      return typedEvents(event, turnId).map((typed) => ({ name: typed.type, data: typed }));
    }
    const { envelopeId, createdAtMs, envelope } = event;
    const data = { session_id: sessionId, envelope_id: envelopeId, created_at: createdAtMs, envelope };
    return [{ name: 'ui_envelope', data }];
  };
  // What was negotiated for blocks is nothing to this dialect.
  const head = { turnId, sessionId, nowMs: about.nowMs };
  return {
    head: (at) => [startFrame(head, at)],
    frames: ({ run, events }) =>
      events.flatMap((event) => framesOf(contentsOf(event), frameId(turnId, run, event.seq))),
  };
}
