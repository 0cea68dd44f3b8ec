import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, vi } from 'vitest';
import { startTestService, type TestService } from '../e2e/service.ts';

/** Programs that start take their time on a busy machine. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** The path of a real server's program. */
export function serverProgram(name: string): string {
  return fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url),
  );
}

/** A server of the formation, with the tool that shows its view. */
export interface ShownServer {
  name: string;
  program: string;
  args?: readonly string[];
  tool: string;
  toolArgs?: Record<string, unknown>;
  /** What its tool gave, for one that no server gives. */
  result?: unknown;
}

export interface AppService {
  service: TestService;
  /** Has the tool of a server called by somebody's message, in a client that draws apps, and gives the page of its app. */
  appOf(server: string, user: string): Promise<string>;
  /** What the web chat answers. */
  chat(message: string, user: string): Promise<{ content: string; ui?: { type: string }[] }>;
}

/** A service whose agent calls the tool of a server when it is named. */
export function useAppService(
  servers: readonly ShownServer[],
  options: {
    env?: Record<string, string>;
    /** More keys of the formation, YAML. */
    keys?: string;
  } = {},
): AppService {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ formation: formationOf(servers, options.keys), env: options.env ?? {} });
  });
  afterAll(() => service?.end());

  const chat: AppService['chat'] = async (message, user) => {
    const { status, body } = await service.post('/v1/chat', { message, session_id: 's1' }, { 'X-User-Id': user });
    if (status !== 200) throw new Error(`The chat answered ${status}: ${JSON.stringify(body)}`);
    return (body as { data: { message: { content: string } } }).data.message;
  };
  return {
    get service() {
      return service;
    },
    chat,
    async appOf(server, user) {
      const response = await fetch(`${service.url}/v1/chat/stream?capabilities=footbridge.mcp_app@1`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-User-Id': user },
        body: JSON.stringify({ message: `show ${server}`, session_id: 's1' }),
      });
      const stream = await response.text();
      const url = /"url":"(https?:[^"]+\/apps\/[^"]+)"/.exec(stream)?.[1];
      if (url === undefined) throw new Error(`There is no app in: ${stream}`);
      return url;
    },
  };
}

function formationOf(servers: readonly ShownServer[], keys = ''): string {
  const replies = servers.map(({ name, tool, toolArgs = {}, result }) => ({
    when: { text: `show ${name}$` },
    mcp_calls: result === undefined ? [{ server: name, tool, args: toolArgs }] : [],
    turn: { text: 'Here it is.', ...(result !== undefined && { mcp_results: [{ server: name, tool, result }] }) },
  }));
  const all = { replies: [...replies, { turn: { text: 'You said: ${{ turn.text }} ${{ turn.views }}' } }] };
  const mcp = Object.fromEntries(
    servers.map(({ name, program, args = [] }) => [name, { command: process.execPath, args: [program, ...args] }]),
  );
  return `agent: ${JSON.stringify({ type: 'script', ...all })}\nmcp: ${JSON.stringify({ servers: mcp })}\n${keys}`;
}
