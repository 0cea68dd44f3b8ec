import { type JsonObject, textIn } from './json.ts';
import type { ChatFrame } from './sse.ts';
import { applyFrame } from './turn/apply-frame.ts';
import type { TurnChange } from './turn/turn-change.ts';
import type { TurnState } from './turn/turn-state.ts';
import { partChange, unionChange, unionIn } from './turn/union-change.ts';

/**
 * What a client knows of a turn once it has this frame of `POST /v1/chat/stream`. Begin with `NOTHING_YET`. A frame that
 * was taken already changes nothing. Blocks stand where they arrived, whatever their `position` says, and also those
 * that nobody here can draw: a client shows them as unknown.
 */
export function reduceUbp(state: TurnState, frame: ChatFrame): TurnState {
  return applyFrame(state, frame, changeIn);
}

function changeIn(frame: ChatFrame): TurnChange | undefined {
  const union = unionIn(frame);
  if (!union) return undefined;
  return union.type === 'ui_block' ? blockChange(union.data) : unionChange(union);
}

function blockChange({ id, namespace, block_type, version, data }: JsonObject): TurnChange {
  const block = {
    id: textIn(id),
    namespace: textIn(namespace),
    block_type: textIn(block_type),
    version: textIn(version),
    data,
  };
  return partChange({ type: 'block', id: block.id, block });
}
