import type { WidgetType } from '../../protocol/widget.ts';
import { lowerMcpResource, wordsFor } from './lower.ts';
import { mcpResourceSample } from './sample.ts';
import { type McpResourceWidget, mcpResourceSchema } from './schema.ts';

/** An interactive view of an MCP server, embedded verbatim. */
export const mcpResource: WidgetType<McpResourceWidget> = {
  type: 'mcp_resource',
  schema: mcpResourceSchema,
  ledger: 'resource',
  lower: lowerMcpResource,
  fallback: wordsFor,
  sample: mcpResourceSample,
};
