import type { BlockSupport } from '../../protocol/ui/ui-block.ts';
import { type JsonObject, objectIn, objectOf, textIn } from '../json.ts';
import type { ChatFrame } from '../sse.ts';
import type { TurnChange } from './turn-change.ts';
import type { QuestionPart, ToolPart } from './turn-state.ts';

/** A frame whose data is `{type, data}`: the type stands there too, for clients that do not see the event's name. */
export function unionIn({ data }: ChatFrame): { type: string; data: JsonObject } | undefined {
  const body = objectIn(data);
  const type = textIn(body?.type);
  return type === '' ? undefined : { type, data: objectOf(body?.data) ?? {} };
}

/** What the frames say that UI blocks and agent-ui share. Nothing for a type that is unknown here. */
export function unionChange({ type, data }: { type: string; data: JsonObject }): TurnChange | undefined {
  switch (type) {
    case 'start':
      return { type: 'start', facts: startFacts(data) };
    case 'text_delta':
      return { type: 'text', delta: textIn(data.delta) };
    case 'tool_call_start':
    case 'sub_tool_start':
      return partChange(toolPart(data, 'running'));
    case 'tool_call_end':
    case 'sub_tool_end':
      return partChange(toolPart(data, data.is_error === true ? 'failed' : 'done'));
    case 'pending_question_created':
      return partChange(questionPart(data));
    case 'pending_question_resolved':
      return partChange({ type: 'answer', id: textIn(data.id), label: textIn(data.label) || textIn(data.value) });
    case 'reset':
      return { type: 'reset', text: textIn(data.text) };
    case 'done':
      return { type: 'done' };
    case 'error':
      return { type: 'error', code: textIn(data.code), message: textIn(data.message) };
    default:
      return undefined;
  }
}

/** A part that nobody could name is none. */
export function partChange(part: Extract<TurnChange, { type: 'parts' }>['parts'][number]): TurnChange {
  return { type: 'parts', parts: part.id === '' ? [] : [part] };
}

function startFacts({ session_id, ts, supported_blocks }: JsonObject): Extract<TurnChange, { type: 'start' }>['facts'] {
  return {
    ...(typeof session_id === 'string' && { sessionId: session_id }),
    ...(typeof ts === 'number' && { startedAtMs: ts }),
    ...(Array.isArray(supported_blocks) && { supportedBlocks: supported_blocks.flatMap(supportOf) }),
  };
}

function supportOf(entry: unknown): BlockSupport[] {
  const { namespace, block_type, version } = objectOf(entry) ?? {};
  if (typeof namespace !== 'string' || typeof block_type !== 'string' || typeof version !== 'number') return [];
  return [{ namespace, block_type, version }];
}

function toolPart({ id, name, parent_id }: JsonObject, status: ToolPart['status']): ToolPart {
  const parentId = textIn(parent_id);
  return { type: 'tool', id: textIn(id), name: textIn(name), status, ...(parentId !== '' && { parentId }) };
}

function questionPart({ id, prompt, choices, multi }: JsonObject): QuestionPart {
  return {
    type: 'question',
    id: textIn(id),
    prompt: textIn(prompt),
    choices: Array.isArray(choices) ? choices.flatMap(choiceOf) : [],
    multi: multi === true,
  };
}

function choiceOf(entry: unknown): { value: string; label: string }[] {
  const { value, label } = objectOf(entry) ?? {};
  return typeof value === 'string' ? [{ value, label: textIn(label) || value }] : [];
}
