import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { frameOf } from './frame.ts';
import type { StreamEvent, TurnStep } from './turn-steps.ts';

/**
 * A step as the MUXI chat writes it: unnamed token frames, one `ui` frame when there are widgets, then `done`; or
 * `error`. `reset` carries all the text so far, in place of what the reader has.
 */
export function muxiFrames(turnId: string, { run, events }: TurnStep): string[] {
  return events.map((event) => {
    const id = event.seq === undefined ? undefined : `${turnId}.${run}.${event.seq}`;
    return frameOf({ id, ...contentOf(event) });
  });
}

function contentOf(event: StreamEvent): { name?: string; data: unknown } {
  switch (event.type) {
    case 'text':
      return { data: { token: event.delta } };
    case 'ui':
      return { name: 'ui', data: { ui: event.widgets } };
    case 'reset':
      return { name: 'reset', data: { text: event.text } };
    case 'done':
      return { name: 'done', data: { finished: true } };
    case 'error':
      return { name: 'error', data: errorBody(new BridgeError(event.code, event.message)) };
    default:
      return event satisfies never;
  }
}
