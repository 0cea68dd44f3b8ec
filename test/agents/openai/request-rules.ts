import type { IncomingMessage } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** What is wrong with a request, as OpenAI answers it. */
export interface Fault {
  status: number;
  error: { message: string; type: string; param: string | null; code: string | null };
}

interface Rules {
  key: string;
  /** It is a model that reasons: it takes no `max_tokens`. */
  reasons: boolean;
  /** Bodies by idempotency key. */
  bodies: Map<string, string>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The first rule of the chat completions API that a request breaks. */
export function faultIn(request: IncomingMessage, text: string, { key, reasons, bodies }: Rules): Fault | undefined {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return fault(404, `Invalid URL (${request.method} ${request.url})`);
  }
  if (key !== '' && request.headers.authorization !== `Bearer ${key}`) {
    return fault(401, 'Incorrect API key provided: sk-wrong-secret.', { code: 'invalid_api_key' });
  }
  const idempotencyKey = String(request.headers['idempotency-key']);
  if ((bodies.get(idempotencyKey) ?? text) !== text) {
    return fault(400, 'Keys for idempotent requests can only be used with the same parameters.');
  }
  bodies.set(idempotencyKey, text);
  const body = JSON.parse(text);
  if (body.model === 'none') {
    return fault(404, 'The model `none` does not exist or you do not have access to it.', { code: 'model_not_found' });
  }
  if (reasons && body.max_tokens !== undefined) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    return fault(400, message, { param: 'max_tokens', code: 'unsupported_parameter' });
  }
  return faultInMessages(body.messages) ?? faultInTools(body);
}

interface Message {
  role: string;
  content?: unknown;
  tool_calls?: { id: string; function: { arguments: string } }[];
  tool_call_id?: string;
}

function faultInMessages(messages: readonly Message[]): Fault | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return fault(400, "Missing required parameter: 'messages'.");
  let open: string[] = [];
  for (const [at, { role, content, tool_calls: calls = [], tool_call_id: id = '' }] of messages.entries()) {
    const param = `messages.[${at}]`;
    if (!ROLES.includes(role)) return fault(400, `Invalid value: '${role}'.`, { param: `${param}.role` });
    if (typeof content !== 'string' && !(role === 'assistant' && content === null && calls.length > 0)) {
      return fault(400, `Invalid value for 'content': expected a string, got null.`, { param: `${param}.content` });
    }
    if (role === 'tool') {
      if (!open.includes(id)) {
        const message = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
        return fault(400, message, { param: `${param}.role` });
      }
      open = open.filter((one) => one !== id);
      continue;
    }
    if (open.length > 0) return fault(400, unanswered(open), { param: `${param}.role` });
    open = calls.map(({ id: callId }: { id: string }) => callId);
    if (new Set(open).size < open.length) return fault(400, 'Duplicate tool call id.', { param });
    for (const call of calls) JSON.parse(call.function.arguments);
  }
  return open.length > 0 ? fault(400, unanswered(open)) : undefined;
}

function faultInTools({ tools, tool_choice }: { tools?: { type: string; function: Tool }[]; tool_choice?: string }) {
  if (!tools) return tool_choice === undefined ? undefined : fault(400, "'tool_choice' is only allowed with 'tools'.");
  if (tools.length === 0) return fault(400, "[] is too short - 'tools'");
  if (tools.length > 128) return fault(400, "Invalid 'tools': array too long. Expected at most 128.");
  const names = new Set<string>();
  for (const [at, { type, function: tool }] of tools.entries()) {
    const param = `tools[${at}].function`;
    if (type !== 'function') return fault(400, `Invalid value: '${type}'.`, { param: `tools[${at}].type` });
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) {
      return fault(400, `Invalid '${param}.name': string does not match pattern.`, { param: `${param}.name` });
    }
    if (names.has(tool.name)) return fault(400, `Tool names must be unique: ${tool.name}.`, { param });
    names.add(tool.name);
    if ((tool.description ?? '').length > 1024) return fault(400, `Invalid '${param}.description': string too long.`);
    if (tool.parameters.type !== 'object' || ajv.validateSchema(tool.parameters) !== true) {
      return fault(400, `Invalid schema for function '${tool.name}'.`, { code: 'invalid_function_parameters' });
    }
  }
  return undefined;
}

interface Tool {
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
}

function unanswered(ids: readonly string[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`;
}

function fault(status: number, message: string, more: { param?: string; code?: string } = {}): Fault {
  return { status, error: { message, type: 'invalid_request_error', param: null, code: null, ...more } };
}
