// An MCP server whose tools name their views instead of sending them along.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'views', version: '1.0.0' });
const inputSchema = z.object({});
const words = async () => ({ content: [{ type: 'text', text: 'in words' }] });

server.registerTool('nested', { inputSchema, _meta: { ui: { resourceUri: 'ui://views/card' } } }, words);
server.registerTool('flat', { inputSchema, _meta: { 'ui/resourceUri': 'ui://views/card' } }, words);
server.registerTool('missing', { inputSchema, _meta: { ui: { resourceUri: 'ui://views/none' } } }, words);
server.registerTool('foreign', { inputSchema, _meta: { ui: { resourceUri: 'file:///etc/passwd' } } }, words);
server.registerTool('paint', { inputSchema, _meta: { ui: { visibility: ['app'] } } }, words);
server.registerTool(
  'both',
  { inputSchema, description: 'Adds a tool.', _meta: { ui: { visibility: ['model', 'app'] } } },
  async () => {
    server.registerTool('later', { inputSchema }, words);
    return { content: [] };
  },
);
server.registerResource('card', 'ui://views/card', { mimeType: 'text/html;profile=mcp-app' }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: 'text/html;profile=mcp-app', text: '<p>card</p>' }],
}));

await server.connect(new StdioServerTransport());
