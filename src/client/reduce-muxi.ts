import { objectIn, objectOf, textIn } from './json.ts';
import { parseUiWidgets } from './parse-ui-widgets.ts';
import type { ChatFrame } from './sse.ts';
import { applyFrame } from './turn/apply-frame.ts';
import type { TurnChange } from './turn/turn-change.ts';
import type { TurnState } from './turn/turn-state.ts';

/**
 * What a client knows of a turn once it has this frame of `POST /v1/chat`. Begin with `NOTHING_YET`. A frame that was
 * taken already changes nothing; events that MUXI does not name are ignored.
 */
export function reduceMuxi(state: TurnState, frame: ChatFrame): TurnState {
  return applyFrame(state, frame, changeIn);
}

function changeIn(frame: ChatFrame): TurnChange | undefined {
  switch (frame.event) {
    // An `EventSource` calls unnamed ones so.
    case undefined:
    case 'message':
      return { type: 'text', delta: textIn(objectIn(frame.data)?.token) };
    case 'ui':
      return {
        type: 'parts',
        parts: parseUiWidgets(frame).map((widget) => ({ type: 'widget', id: widget.id, widget })),
      };
    case 'reset':
      return { type: 'reset', text: textIn(objectIn(frame.data)?.text) };
    case 'done':
      return { type: 'done' };
    case 'error': {
      const error = objectOf(objectIn(frame.data)?.error);
      return { type: 'error', code: textIn(error?.code), message: textIn(error?.message) };
    }
    default:
      return undefined;
  }
}
