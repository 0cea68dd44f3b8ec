import { z } from 'zod';

/** `data` is opaque: it is carried byte for byte and opened in the web chat's sandbox only. */
export const mcpResourceSchema = z.looseObject({
  type: z.literal('mcp_resource'),
  id: z.string().min(1),
  resource: z.string().regex(/^ui:\/\/./),
  data: z.string(),
  server: z.string().min(1),
  tool: z.string().min(1),
  mime_type: z.string().optional(),
  encoding: z.enum(['text', 'base64']).optional(),
});

export type McpResourceWidget = z.infer<typeof mcpResourceSchema>;
