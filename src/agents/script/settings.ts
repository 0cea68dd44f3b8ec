import { RE2JS } from 're2js';
import { z } from 'zod';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import { unknownTurnVariables } from './fill.ts';

/** A regular expression in RE2 syntax: it cannot be made to run for ever. Letter case does not matter. */
const pattern = z.string().transform((source, context) => {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `"${source}" is no regular expression in RE2 syntax: ${error instanceof Error ? error.message : error}`,
    });
    return z.NEVER;
  }
});

const when = z.strictObject({
  /** Matches anywhere in the message. */
  text: pattern.optional(),
  /** true: only a resolved answer to a question. false: only a message that answers nothing. */
  ui_response: z.boolean().optional(),
  /** Only an answer, and only to a question whose prompt this matches. */
  prompt: pattern.optional(),
});

const mcpCall = z.strictObject({
  server: z.string().min(1),
  tool: z.string().min(1),
  args: z.record(z.string(), z.unknown()).default({}),
});

const turn = agentTurnSchema.superRefine((value, context) => {
  for (const name of unknownTurnVariables(value)) {
    context.addIssue({
      code: 'custom',
      message: `\${{ ${name} }} is not known here: a script may use turn.text, turn.user_id, turn.session, turn.files, turn.views, turn.ui_response.value and turn.ui_response.label`,
    });
  }
});

export const scriptSettings = z.strictObject({
  replies: z
    .array(
      z.strictObject({
        when: when.optional(),
        /** Milliseconds to wait before answering, as a slow agent would. */
        delay_ms: z.number().int().min(0).max(3_600_000).default(0),
        /** Tools of the formation's MCP servers to call first; their results become facts of the turn. */
        mcp_calls: z.array(mcpCall).optional(),
        turn,
      }),
    )
    .min(1),
});

export type ScriptSettings = z.infer<typeof scriptSettings>;
