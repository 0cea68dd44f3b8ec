import { jsonWith } from '../../protocol/json-once.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import type { StreamEvent } from '../../protocol/turn-step.ts';
import type { FrameContent } from '../frame.ts';

/** A typed event of a chat stream, as UBP and agent-ui share it. */
export interface TypedEvent {
  type: string;
  /** JSON. */
  data: string;
}

export function typedContent(event: TypedEvent): FrameContent {
  return { name: event.type, json: typedJson(event) };
}

/** A union of its own: a client that does not look at the names of frames sees what each is. */
export function typedJson({ type, data }: TypedEvent): string {
  return `{"type":"${type}","data":${data}}`;
}

/** The events that stand for what happened; none for what has another form in each of the dialects, or no form at all. */
export function typedEvents(event: StreamEvent, turnId: string): TypedEvent[] {
  switch (event.type) {
    case 'asked':
      return resolved(event.uiResponse);
    case 'text':
      return [typed('text_delta', { delta: event.delta })];
    case 'tool_call': {
      const { callId, tool, args, parentId } = event;
      return [{ type: callType('start', parentId), data: jsonWith(call(callId, tool, parentId), 'args', args) }];
    }
    case 'tool_result': {
      const { callId, tool, isError, result, parentId } = event;
      const about = { ...call(callId, tool, parentId), is_error: isError };
      return [{ type: callType('end', parentId), data: jsonWith(about, 'result', result) }];
    }
    case 'question': {
      const { widgetId, prompt, choices, multi } = event;
      return [typed('pending_question_created', { id: widgetId, prompt, choices, multi })];
    }
    case 'reset':
      return [typed('reset', { text: event.text }), ...resolved(event.uiResponse)];
    case 'done':
      return [typed('done', { turn_id: turnId })];
    case 'error':
      return [typed('error', { code: event.code, message: event.message })];
    case 'block':
    case 'envelope':
    case 'ui':
      return [];
    default:
      return event satisfies never;
  }
}

function typed(type: string, data: object): TypedEvent {
  return { type, data: JSON.stringify(data) };
}

function resolved(answer: UiResponse | undefined): TypedEvent[] {
  if (!answer) return [];
  const { id, value, label } = answer;
  return [typed('pending_question_resolved', { id, value, label })];
}

function callType(step: 'start' | 'end', parentId: string | undefined): string {
  return parentId === undefined ? `tool_call_${step}` : `sub_tool_${step}`;
}

function call(callId: string, tool: string, parentId: string | undefined): object {
  return { id: callId, name: tool, ...(parentId !== undefined && { parent_id: parentId }) };
}
