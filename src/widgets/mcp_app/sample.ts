import type { McpAppWidget } from './schema.ts';

export const mcpAppSample: McpAppWidget = {
  type: 'mcp_app',
  id: 'ui_Kd4Wm7TzR1qVs9XbN2yGh',
  app: 'WyJzYW1wbGUiLCJhcHAiLDFd.c2lnbmF0dXJl',
  url: 'https://bot.example.com/apps/WyJzYW1wbGUiLCJhcHAiLDFd.c2lnbmF0dXJl',
  resource: 'ui://orders/board',
  server: 'orders',
  tool: 'list_orders',
};
