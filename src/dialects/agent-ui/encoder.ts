import { jsonWith } from '../../protocol/json-once.ts';
import type { StreamEvent } from '../../protocol/turn-step.ts';
import type { Encoder, StreamAbout } from '../encoder.ts';
import { type FrameContent, frameId, framesOf } from '../frame.ts';
import { startFrame } from '../ubp/start.ts';
import { typedContent, typedEvents } from '../ubp/typed-events.ts';

/** agent-ui: the typed events of UBP without its blocks, and an envelope where a tool showed something. */
export function agentUi(about: StreamAbout): Encoder {
  const { turnId, sessionId } = about;
  const contentsOf = (event: StreamEvent): FrameContent[] => {
    if (event.type !== 'envelope') return typedEvents(event, turnId).map(typedContent);
    const { envelopeId, createdAtMs, envelope } = event;
    const about = { session_id: sessionId, envelope_id: envelopeId, created_at: createdAtMs };
    return [{ name: 'ui_envelope', json: jsonWith(about, 'envelope', envelope) }];
  };
  // What was negotiated for blocks is nothing to this dialect.
  const head = { turnId, sessionId, nowMs: about.nowMs };
  return {
    head: (at) => [startFrame(head, at)],
    frames: ({ run, events }) =>
      events.flatMap((event) => framesOf(contentsOf(event), frameId(turnId, run, event.seq))),
  };
}
