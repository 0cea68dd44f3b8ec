import type { BlockSupport, UiBlock } from '../../protocol/ui/ui-block.ts';
import { objectIn, textIn } from '../json.ts';
import { parseUiWidgets, type UIWidget } from '../parse-ui-widgets.ts';
import { placeOf } from '../turn/frame-place.ts';
import { unionIn } from '../turn/union-change.ts';
import type { Told } from './follow-frames.ts';

/** Forget all that was shown of the turn, and begin with this text: the turn ran again. */
export interface ResetEvent {
  type: 'reset';
  text: string;
}

/** The turn is over, and all of it was told. */
export interface DoneEvent {
  type: 'done';
}

/** What a turn tells in the dialect `muxi`. */
export type MuxiEvent = { type: 'token'; token: string } | { type: 'ui'; ui: UIWidget[] } | ResetEvent | DoneEvent;

/** What `ubp` and `agent-ui` have in common. Fields are as they travel; unknown types are left out. */
export type TypedEvent =
  | { type: 'start'; session_id: string; ts: number; supported_blocks?: BlockSupport[] }
  | { type: 'text_delta'; delta: string }
  | { type: 'tool_call_start'; id: string; name: string; args: unknown }
  | { type: 'tool_call_end'; id: string; name: string; is_error: boolean; result: unknown }
  | { type: 'sub_tool_start'; id: string; parent_id: string; name: string; args: unknown }
  | { type: 'sub_tool_end'; id: string; parent_id: string; name: string; is_error: boolean; result: unknown }
  | {
      type: 'pending_question_created';
      id: string;
      prompt: string;
      choices: { value: string; label: string }[];
      multi: boolean;
    }
  | { type: 'pending_question_resolved'; id: string; value: string | string[]; label: string }
  | ResetEvent
  | DoneEvent;

export type UbpEvent = TypedEvent | ({ type: 'ui_block' } & UiBlock);

/** `envelope` is unchecked: `readEnvelope` checks it. */
export type AgentUiEvent =
  | TypedEvent
  | { type: 'ui_envelope'; session_id: string; envelope_id: string; created_at: number; envelope: unknown };

/** What a stream gives, by its dialect. */
export interface ChatEvents {
  muxi: MuxiEvent;
  ubp: UbpEvent;
  'agent-ui': AgentUiEvent;
}

/** What one frame tells an application. Of an error nothing: that is thrown. */
export function muxiEvents(told: Told): MuxiEvent[] {
  const { frame, state } = told;
  if (!frame) return [{ type: 'done' }];
  const events: MuxiEvent[] = isAnew(told) && frame.event !== 'reset' ? [{ type: 'reset', text: '' }] : [];
  if (frame.event === 'ui') return [...events, { type: 'ui', ui: parseUiWidgets(frame) }];
  const { token, text } = objectIn(frame.data) ?? {};
  if (frame.event === 'reset') return [{ type: 'reset', text: textIn(text) }];
  if (state.end?.type === 'done') return [...events, { type: 'done' }];
  if (frame.event !== undefined && frame.event !== 'message') return events;
  return textIn(token) === '' ? events : [...events, { type: 'token', token: textIn(token) }];
}

/** The same for the dialects whose frames are `{type, data}`. */
export function typedEvents(told: Told): (UbpEvent | AgentUiEvent)[] {
  const { frame, before } = told;
  if (!frame) return [{ type: 'done' }];
  const anew: ResetEvent[] = isAnew(told) && frame.event !== 'reset' ? [{ type: 'reset', text: '' }] : [];
  if (frame.event === 'ui_envelope') {
    // Flat, and taken by the reducer, so it is an object.
    return [...anew, { ...(JSON.parse(frame.data) as object), type: 'ui_envelope' } as AgentUiEvent];
  }
  const union = unionIn(frame);
  if (!union || union.type === 'error' || !TYPES.has(union.type)) return anew;
  // The head of a stream that goes on says nothing new.
  if (union.type === 'start' && before.sessionId !== undefined) return anew;
  // The block's own fields have no `type` among them, and one that came along does not count.
  return [...anew, { ...union.data, type: union.type } as TypedEvent];
}

const TYPES: ReadonlySet<string> = new Set([
  'start',
  'text_delta',
  'tool_call_start',
  'tool_call_end',
  'sub_tool_start',
  'sub_tool_end',
  'pending_question_created',
  'pending_question_resolved',
  'ui_block',
  'reset',
  'done',
]);

/** Whether the frame is of a later run than all before: the reducer has forgotten what was shown. */
function isAnew({ frame, before }: Told): boolean {
  const [last, next] = [placeOf(before.lastEventId), placeOf(frame?.id)];
  return last !== undefined && next !== undefined && !before.isPlaceOpen && next.run > last.run;
}
