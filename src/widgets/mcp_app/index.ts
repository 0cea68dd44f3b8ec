import type { WidgetType } from '../../protocol/widget.ts';
import { labelFor, lowerMcpApp } from './lower.ts';
import { mcpAppSample } from './sample.ts';
import { type McpAppWidget, mcpAppSchema } from './schema.ts';

/**
 * An interactive view of an MCP server that is opened on a page of ours. It is no widget of MUXI: clients of the other
 * dialects have a block or an envelope for it, and everybody else a link.
 */
export const mcpApp: WidgetType<McpAppWidget> = {
  type: 'mcp_app',
  schema: mcpAppSchema,
  ledger: 'standard',
  dialect: 'ubp',
  lower: lowerMcpApp,
  fallback: (widget) => `${labelFor(widget)}: ${widget.url}`,
  sample: mcpAppSample,
};
