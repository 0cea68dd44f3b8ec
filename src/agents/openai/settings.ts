import { z } from 'zod';
import { callKeys, type Endpoint, endpointUrl } from '../../protocol/endpoint.ts';

/** A model behind an endpoint that speaks the chat completions protocol. */
export interface OpenAiSettings {
  endpoint: Endpoint;
  model: string;
  /** What the formation tells the model. Empty = nothing. */
  systemMessage: string;
  temperature?: number;
  /** Longest answer of one step. Absent = the endpoint's own limit. */
  maxTokens?: number;
  /** Answers of the model in one turn, the last one without tools. */
  maxSteps: number;
}

const DEFAULT_MAX_STEPS = 8;
/** More than any person waits for. */
const MAX_MAX_STEPS = 64;

/** The keys of `agent: { type: openai }`. */
export const openAiSettings: z.ZodType<OpenAiSettings> = z
  .strictObject({
    base_url: endpointUrl,
    model: z.string().min(1),
    api_key: z
      .string()
      .regex(/^[\x21-\x7e]*$/, { error: 'a key is ASCII without blanks. Was something else copied with it?' })
      .default(''),
    system_message: z.string().default(''),
    temperature: z.number().min(0).max(2).exactOptional(),
    max_tokens: z.int().min(1).exactOptional(),
    max_steps: z.int().min(1).max(MAX_MAX_STEPS).default(DEFAULT_MAX_STEPS),
    ...callKeys,
  })
  .superRefine(({ api_key, headers }, context) => {
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization');
    if (name === undefined || api_key === '') return;
    const message = 'api_key is sent under this name already. Keep one of them.';
    context.addIssue({ code: 'custom', path: ['headers', name], message });
  })
  .transform(({ base_url, model, api_key, system_message, max_tokens, max_steps, headers, timeout_ms, ...rest }) => ({
    endpoint: {
      url: completionsUrl(base_url),
      headers: { ...headers, ...(api_key !== '' && { Authorization: `Bearer ${api_key}` }) },
      silenceMs: timeout_ms,
    },
    model,
    systemMessage: system_message.trim(),
    maxSteps: max_steps,
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...rest,
  }));

/** A query, e.g. the version that Azure wants to see, stays behind the path. */
function completionsUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url.href;
}
