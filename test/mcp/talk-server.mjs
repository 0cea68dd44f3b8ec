// An MCP server whose tool says as much as it is told to.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'talk', version: '1.0.0' });
server.registerTool('say', { inputSchema: z.object({ bytes: z.number() }) }, async ({ bytes }) => ({
  content: [{ type: 'text', text: 't'.repeat(bytes) }],
}));

await server.connect(new StdioServerTransport());
