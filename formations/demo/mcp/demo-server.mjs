// A small MCP server over stdio: one tool that gives a link, one that gives a ui:// card.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'footbridge-demo', version: '1.0.0' });

server.registerTool(
  'invoice',
  { description: 'Finds an invoice and a link to read it.', inputSchema: z.object({ number: z.string() }) },
  async ({ number }) => ({
    content: [{ type: 'text', text: `Invoice ${number} is paid.` }],
    structuredContent: {
      status: 'paid',
      _link: {
        label: `Open invoice ${number}`,
        url: `https://billing.acme.example/invoices/${encodeURIComponent(number)}`,
        hint: 'A PDF of one page',
      },
    },
  }),
);

server.registerTool(
  'weather',
  { description: 'The weather of a city as a card.', inputSchema: z.object({ city: z.string() }) },
  async ({ city }) => ({
    content: [
      { type: 'text', text: `${city}: 19 °C, light clouds.` },
      {
        type: 'resource',
        resource: {
          uri: 'ui://demo/weather-card',
          mimeType: 'text/html;profile=mcp-app',
          text: '<!doctype html><title>Weather</title><h1>19 °C</h1><p>Light clouds, a breeze from the sea.</p>',
        },
      },
    ],
  }),
);

await server.connect(new StdioServerTransport());
