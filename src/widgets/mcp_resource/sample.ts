import type { McpResourceWidget } from './schema.ts';

export const mcpResourceSample: McpResourceWidget = {
  type: 'mcp_resource',
  id: 'ui_Zx1CvB4nMl6KjH9gFd0Sa',
  resource: 'ui://orders/board',
  data: '<!doctype html><title>Orders</title><ul><li>Order 17</li></ul>',
  server: 'orders',
  tool: 'list_orders',
  mime_type: 'text/html',
};
