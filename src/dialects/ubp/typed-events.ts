import type { UiResponse } from '../../protocol/turn.ts';
import type { StreamEvent } from '../../protocol/turn-step.ts';

/** A typed event of a chat stream, as UBP and agent-ui share it. */
export interface TypedEvent {
  type: string;
  data: object;
}

/** The events that stand for what happened; none for what has another form in each of the dialects, or no form at all. */
export function typedEvents(event: StreamEvent, turnId: string): TypedEvent[] {
  switch (event.type) {
    case 'asked':
      return resolved(event.uiResponse);
    case 'text':
      return [{ type: 'text_delta', data: { delta: event.delta } }];
    case 'tool_call': {
      const { callId, tool, args } = event;
      return [call(event, 'start', { id: callId, name: tool, args })];
    }
    case 'tool_result': {
      const { callId, tool, isError, result } = event;
      return [call(event, 'end', { id: callId, name: tool, is_error: isError, result })];
    }
    case 'question': {
      const { widgetId, prompt, choices, multi } = event;
      return [{ type: 'pending_question_created', data: { id: widgetId, prompt, choices, multi } }];
    }
    case 'reset':
      return [{ type: 'reset', data: { text: event.text } }, ...resolved(event.uiResponse)];
    case 'done':
      return [{ type: 'done', data: { turn_id: turnId } }];
    case 'error':
      return [{ type: 'error', data: { code: event.code, message: event.message } }];
    case 'block':
    case 'envelope':
    case 'ui':
      return [];
    default:
      return event satisfies never;
  }
}

function resolved(answer: UiResponse | undefined): TypedEvent[] {
  if (!answer) return [];
  const { id, value, label } = answer;
  return [{ type: 'pending_question_resolved', data: { id, value, label } }];
}

function call({ parentId }: { parentId?: string }, step: 'start' | 'end', data: object): TypedEvent {
  return parentId === undefined
    ? { type: `tool_call_${step}`, data }
    : { type: `sub_tool_${step}`, data: { ...data, parent_id: parentId } };
}
