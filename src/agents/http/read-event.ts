import { z } from 'zod';
import type { AgentEvent } from '../../protocol/agent.ts';
import {
  blockSchema,
  clarificationSchema,
  credentialChoiceSchema,
  credentialRedirectSchema,
  fileSchema,
  mcpResultSchema,
  toolCallSchema,
  toolResultSchema,
} from '../../protocol/agent-turn.ts';
import { schemaFaults } from '../../protocol/schema-faults.ts';

const events = {
  text: z.strictObject({ delta: z.string() }),
  clarification: clarificationSchema,
  credential_redirect: credentialRedirectSchema,
  credential_choice: credentialChoiceSchema,
  tool_call: toolCallSchema,
  tool_result: toolResultSchema,
  mcp_result: mcpResultSchema,
  block: blockSchema,
  file: fileSchema,
  error: z.strictObject({ message: z.string() }),
  done: z.looseObject({}),
};

type EventName = keyof typeof events;

/**
 * Reads an event of a stream. Its type stands in the data or, as `named`, in front of it. `fault` ends a sentence and
 * quotes nothing that was said.
 */
export function readEvent(
  data: unknown,
  named: string | undefined,
): { event: AgentEvent | { type: 'done' } } | { fault: string } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { fault: 'the data of an event is no JSON object' };
  }
  const { type = named, ...fields } = data as { type?: unknown };
  if (type === 'ui') {
    return { fault: 'an event of the type "ui" brings widgets. Send facts instead; the widgets are made of them' };
  }
  if (!isEventName(type)) {
    const shown = typeof type === 'string' ? `the unknown type "${type.slice(0, 40)}"` : 'no type';
    return { fault: `an event has ${shown}. Known: ${Object.keys(events).join(', ')}` };
  }
  const parsed = events[type].safeParse(fields);
  if (!parsed.success) {
    return { fault: `an event of the type "${type}" is wrong. ${schemaFaults(parsed.error).join('; ').slice(0, 400)}` };
  }
  if (type === 'done') return { event: { type } };
  return { event: { type, ...parsed.data } as AgentEvent };
}

function isEventName(type: unknown): type is EventName {
  return typeof type === 'string' && Object.hasOwn(events, type);
}
