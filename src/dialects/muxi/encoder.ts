import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { StreamEvent } from '../../protocol/turn-step.ts';
import type { Encoder, StreamAbout } from '../encoder.ts';
import { type FrameContent, frameId, frameOf } from '../frame.ts';

/**
 * The MUXI chat: unnamed token frames, one `ui` frame when there are widgets, then `done`; or `error`. `reset` carries all
 * the text so far, in place of what the reader has.
 */
export function muxi({ turnId }: StreamAbout): Encoder {
  return {
    head: () => [],
    frames: ({ run, events }) =>
      events.flatMap((event) => {
        const content = contentOf(event);
        return content ? [frameOf({ id: frameId(turnId, run, event.seq), ...content })] : [];
      }),
  };
}

/** Nothing for what MUXI has no frame for. */
function contentOf(event: StreamEvent): FrameContent | undefined {
  switch (event.type) {
    case 'text':
      return { json: JSON.stringify({ token: event.delta }) };
    case 'ui':
      return { name: 'ui', json: JSON.stringify({ ui: event.widgets }) };
    case 'reset':
      return { name: 'reset', json: JSON.stringify({ text: event.text }) };
    case 'done':
      return { name: 'done', json: '{"finished":true}' };
    case 'error':
      return { name: 'error', json: JSON.stringify(errorBody(new BridgeError(event.code, event.message))) };
    case 'asked':
    case 'tool_call':
    case 'tool_result':
    case 'block':
    case 'envelope':
    case 'question':
      return undefined;
    default:
      return event satisfies never;
  }
}
