import { z } from 'zod';
import { linkUrl } from '../../protocol/link-url.ts';

/** An app is kept elsewhere, and opened by its link. */
export const mcpAppSchema = z.looseObject({
  type: z.literal('mcp_app'),
  id: z.string().min(1),
  /** The signed token that names it. */
  app: z.string().min(1),
  url: z.string().refine((url) => 'url' in linkUrl(url), 'no URL that a person may be sent to'),
  resource: z
    .string()
    .regex(/^ui:\/\/./)
    .optional(),
  server: z.string().min(1),
  tool: z.string().min(1),
});

export type McpAppWidget = z.infer<typeof mcpAppSchema>;
