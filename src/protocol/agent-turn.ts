import { z } from 'zod';

/**
 * What an agent said in one turn: text plus facts. Widgets are not part of it: producers make them from the facts.
 * Field names are the wire names.
 */

/** One without a value is left out when it is asked: the others are asked all the same. */
const choice = z.strictObject({ value: z.string().nullish(), label: z.string().nullish() });

export const clarificationSchema = z.strictObject({
  prompt: z.string(),
  choices: z.array(choice),
  multi: z.boolean().optional(),
});

export const credentialRedirectSchema = z.strictObject({ service: z.string().min(1) });

export const credentialChoiceSchema = z.strictObject({ service: z.string().min(1), accounts: z.array(choice) });

/** `id` tells calls of one tool apart; `parent` is the id of the call under which a tool was called. */
const calls = { id: z.string().min(1).max(128).optional(), parent: z.string().min(1).max(128).optional() };

export const toolResultSchema = z.strictObject({ tool: z.string().min(1), result: z.unknown(), ...calls });

export const mcpResultSchema = z.strictObject({
  server: z.string().min(1),
  tool: z.string().min(1),
  /** What it was called with, where no tool call with the same id says so. */
  args: z.record(z.string(), z.unknown()).optional(),
  result: z.unknown(),
  ...calls,
});

export const toolCallSchema = z.strictObject({ tool: z.string().min(1), args: z.unknown(), ...calls });

export const blockSchema = z.strictObject({
  namespace: z.string(),
  block_type: z.string(),
  version: z.string(),
  data: z.unknown(),
  position: z.enum(['before_text', 'inline', 'after_text']).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

export const fileSchema = z.strictObject({
  name: z.string().min(1),
  mime: z.string().min(1),
  url: z.string().optional(),
  /** Base64. */
  data: z.string().optional(),
});

export const agentTurnSchema = z.strictObject({
  text: z.string(),
  clarification: clarificationSchema.optional(),
  credential_redirect: credentialRedirectSchema.optional(),
  credential_choice: credentialChoiceSchema.optional(),
  tool_results: z.array(toolResultSchema).optional(),
  mcp_results: z.array(mcpResultSchema).optional(),
  tool_calls: z.array(toolCallSchema).optional(),
  blocks: z.array(blockSchema).optional(),
  files: z.array(fileSchema).optional(),
});

export type AgentTurn = z.infer<typeof agentTurnSchema>;
/** The same with the widgets that a remote runtime has made, unchecked. Nobody else's turn has any. */
export interface SaidTurn extends AgentTurn {
  ui?: unknown[];
}

export type AgentFile = z.infer<typeof fileSchema>;
