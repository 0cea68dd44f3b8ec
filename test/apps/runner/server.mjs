// An MCP server whose view asks its host for everything that MCP Apps have, at the wish of a test.
import { readFile } from 'node:fs/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const MIME = 'text/html;profile=mcp-app';
const html = await readFile(new URL('view.html', import.meta.url), 'utf8');
const server = new McpServer({ name: 'runner', version: '1.0.0' });
const anything = z.looseObject({});
const said = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { value } });

const reads = [];
function view(name, uri, contents) {
  server.registerResource(name, uri, { mimeType: contents.mimeType ?? MIME }, async (url) => {
    reads.push(url.href);
    return { contents: [{ uri: url.href, mimeType: MIME, text: html, ...contents }] };
  });
}

view('bare', 'ui://runner/bare', {});
view('declared', 'ui://runner/declared', {
  _meta: {
    ui: {
      csp: {
        connectDomains: ['https://allowed.example', 'https://evil.example; script-src *', '*'],
        resourceDomains: ['https://cdn.example'],
        frameDomains: ['https://frames.example'],
        baseUriDomains: ['https://base.example'],
      },
      permissions: { geolocation: {}, clipboardWrite: {} },
    },
  },
});
view('picture', 'ui://runner/picture', {
  mimeType: 'image/svg+xml',
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><script>top.hacked = 1</script><rect width="120" height="90" fill="teal"/></svg>',
});
view('links', 'ui://runner/links', {
  mimeType: 'text/uri-list',
  text: '# pages\r\nhttps://acme.example/a\r\njavascript:alert(1)\r\nhttps://acme.example/b\r\n',
});
view('commented', 'ui://runner/commented', { text: `\n<!-- made by a tool -->\n<!-- twice -->\n${html}` });
view('file', 'ui://runner/notes.txt', { mimeType: undefined, text: '<script>top.hacked = 1</script>' });
view('base64', 'ui://runner/base64', { text: undefined, blob: Buffer.from(html).toString('base64') });
server.registerResource('secret', 'notes://runner/secret', { mimeType: 'text/plain' }, async (url) => ({
  contents: [{ uri: url.href, text: 'a secret of the server' }],
}));

const shows = (name) => ({ inputSchema: anything, _meta: { ui: { resourceUri: `ui://runner/${name}` } } });
for (const name of ['bare', 'declared', 'picture', 'links', 'notes.txt', 'base64', 'commented']) {
  server.registerTool(`show-${name}`, shows(name), async (args) => said({ shown: name, args }));
}
server.registerTool('show-huge', shows('bare'), async () => said('x'.repeat(1_100_000)));
server.registerTool(
  'look',
  { inputSchema: anything, annotations: { readOnlyHint: true }, _meta: { ui: { visibility: ['app'] } } },
  async (args) => said({ looked: args }),
);
server.registerTool('change', { inputSchema: anything, _meta: { ui: { visibility: ['app'] } } }, async () =>
  said('changed'),
);
server.registerTool(
  'for-models',
  { inputSchema: anything, annotations: { readOnlyHint: true }, _meta: { ui: { visibility: ['model'] } } },
  async () => said('a secret of the model'),
);
server.registerTool('facts', { inputSchema: anything, annotations: { readOnlyHint: true } }, async () =>
  said({ reads, client: server.server.getClientCapabilities() }),
);

await server.connect(new StdioServerTransport());
