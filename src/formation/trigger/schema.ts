import { z } from 'zod';
import { httpUrlProblem } from '../http-url.ts';
import { compileDataPath, type DataPath } from './data-path.ts';

const path = z.string().transform((source, context): DataPath => {
  const compiled = compileDataPath(source);
  if (typeof compiled === 'function') return compiled;
  const { problem, index } = compiled;
  const where = index === undefined ? '' : `, at its character ${index + 1}`;
  context.addIssue({ code: 'custom', message: `${problem}${where}.` });
  return z.NEVER;
});

const webhook = z.string().superRefine((text, context) => {
  const problem = httpUrlProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: `${problem}.` });
});

const contextName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, {
  error: 'a variable is named by letters, digits and "_".',
});

/** The front matter of a trigger. */
export const triggerSchema = z.strictObject({
  transformer: z.string().exactOptional(),
  webhook: webhook.exactOptional(),
  parse: z
    .strictObject({
      message: path.exactOptional(),
      user_id: path.exactOptional(),
      session_id: path.exactOptional(),
      files: path.exactOptional(),
      ui_response: path.exactOptional(),
      context: z.record(contextName, path).default({}),
    })
    .default({ context: {} }),
});

export type TriggerKeys = z.infer<typeof triggerSchema>;
