import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** An MCP server over HTTP that keeps a session for each client, and forgets them all when it is told to. */
export interface SessionServer {
  url: string;
  /** As a restart does. */
  forget(): void;
  /** As a crash does. */
  cut(): void;
  /** Calls of its tools `count` and `wait`, so far. */
  calls(): number;
  close(): Promise<void>;
}

/** `enableJsonResponse`: it answers with one JSON document, and not with a stream of events. */
export async function startSessionServer({ enableJsonResponse = false } = {}): Promise<SessionServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  let calls = 0;

  async function newSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const server = new McpServer({ name: 'sessions', version: '1.0.0' }, { capabilities: { logging: {} } });
    server.registerTool('count', { inputSchema: z.object({}) }, async () => {
      calls += 1;
      return { content: [{ type: 'text', text: `call ${calls}` }] };
    });
    server.registerTool('wait', { inputSchema: z.object({}) }, () => {
      calls += 1;
      return new Promise(() => {});
    });
    server.registerTool(
      'say',
      { inputSchema: z.object({ bytes: z.number(), steps: z.number().default(0) }) },
      async (args, context) => {
        const step = {
          method: 'notifications/message' as const,
          params: { level: 'info' as const, data: 's'.repeat(args.bytes) },
        };
        for (let count = 0; count < args.steps; count++) await context.mcpReq.notify(step);
        return { content: [{ type: 'text', text: 't'.repeat(args.bytes) }] };
      },
    );
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse,
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport);
    return transport;
  }

  const server = http.createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const session = id === undefined ? await newSession() : sessions.get(String(id));
    if (!session) {
      response.writeHead(404).end('There is no such session.');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET' } = request;
    const answer = await session.handleRequest(
      new Request(`http://127.0.0.1${request.url}`, {
        method,
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(method === 'POST' && { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    forget: () => sessions.clear(),
    cut: () => server.closeAllConnections(),
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
