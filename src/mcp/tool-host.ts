import type { Client } from '@modelcontextprotocol/client';
import type { ServerTool, ToolHost } from '../protocol/agent.ts';
import type { AppTools } from '../protocol/app-tools.ts';
import { BridgeError } from '../protocol/errors.ts';
import { inTime } from '../protocol/in-time.ts';
import { createAppTools, type WithServer } from './app-tools.ts';
import { MAX_MESSAGE_BYTES } from './bounded-fetch.ts';
import { httpTransport } from './http-transport.ts';
import { isForModels, LIST_TIMEOUT_MS, listedTools } from './listed-tools.ts';
import { withUiResource } from './ui-resource.ts';

/** A server of a formation's `mcp.servers`. */
export type McpServer =
  | { command: string; args?: readonly string[]; env?: Readonly<Record<string, string>> }
  | { url: string; headers?: Readonly<Record<string, string>> };

/** Tells servers that their views are shown here: MCP Apps, "Client<>Server Capability Negotiation", 2026-01-26. */
const SHOWS_VIEWS = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** Longest wait for one tool, milliseconds. */
const CALL_TIMEOUT_MS = 60_000;

/**
 * The formation's MCP servers. A server is started or reached on its first call and kept;
 * one that went away is started again on the next call.
 */
export function createToolHost(options: {
  servers: ReadonlyMap<string, McpServer>;
  /** Folder in which stdio servers start: relative paths in `args` mean this folder. */
  cwd: string;
}): ToolHost & { forApps: AppTools; close(): Promise<void> } {
  const clients = new Map<string, Promise<Client>>();

  function connected(name: string): Promise<Client> {
    const server = options.servers.get(name);
    if (!server) {
      const known = [...options.servers.keys()].join(', ') || 'none';
      throw new BridgeError(
        'tool_unknown',
        `Cannot call MCP server '${name}': the formation has no such server (known: ${known}). Add it under mcp.servers.`,
      );
    }
    const known = clients.get(name);
    if (known) return known;
    const forget = () => {
      // Another one may stand there by now.
      if (clients.get(name) === client) clients.delete(name);
    };
    const client = connect(server, options.cwd, forget);
    client.catch(forget);
    clients.set(name, client);
    return client;
  }

  async function toolsOf(server: string): Promise<ServerTool[]> {
    const tools = await inSession(server, listedTools);
    return tools.filter(isForModels).map(({ name, description = '', inputSchema }) => ({
      ...{ server, name, description, parameters: inputSchema },
    }));
  }

  /** A server over HTTP that was started anew does not know our session. It has done nothing then, and gets another. */
  async function inSession<T>(server: string, work: (client: Client) => Promise<T>): Promise<T> {
    const pending = connected(server);
    const client = await pending;
    try {
      return await work(client);
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      // Of several calls that find out, the first one makes room for the new client, and the others find that.
      if (clients.get(server) === pending) {
        clients.delete(server);
        // Not under calls that are still to hear the same.
        setTimeout(() => void client.close().catch(() => {}), CALL_TIMEOUT_MS).unref();
      }
      return await work(await connected(server));
    }
  }

  const withServer: WithServer = async ({ server, what, signal }, work) => {
    try {
      return await inSession(server, work);
    } catch (error) {
      if (signal.aborted || error instanceof BridgeError) throw error;
      // What the server says may quote arguments or keys: it is the cause, and no part of the sentence.
      throw new BridgeError('tool_failed', `${what} of MCP server '${server}' failed${codeOf(error)}.`, {
        cause: error,
      });
    }
  };

  return {
    async list(signal) {
      const tools: ServerTool[] = [];
      const unreachable: { server: string; reason: string }[] = [];
      const names = [...options.servers.keys()];
      const lists = await Promise.allSettled(
        names.map((name) => inTime(() => toolsOf(name), { timeoutMs: LIST_TIMEOUT_MS, signal })),
      );
      signal.throwIfAborted();
      lists.forEach((list, index) => {
        if (list.status === 'fulfilled') tools.push(...list.value);
        else
          unreachable.push({
            server: names[index] as string,
            reason: `its tools could not be listed${codeOf(list.reason)}`,
          });
      });
      return { tools, unreachable };
    },
    call: ({ server, tool, args }, signal) =>
      withServer({ server, what: `Tool '${tool}'`, signal }, async (client) => {
        const limits = { signal, timeout: CALL_TIMEOUT_MS };
        const result = await client.callTool({ name: tool, arguments: args }, limits);
        return withUiResource(client, tool, result, limits);
      }),
    forApps: createAppTools(withServer, CALL_TIMEOUT_MS),
    async close() {
      const open = [...clients.values()];
      clients.clear();
      await Promise.allSettled(open.map(async (client) => (await client).close()));
    },
  };
}

async function connect(server: McpServer, cwd: string, onClose: () => void): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'footbridge', version: '0.1.0' }, { capabilities: { extensions: SHOWS_VIEWS } });
  client.onclose = onClose;
  if ('command' in server) {
    const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
    const { command, args = [] } = server;
    // Only what the formation names is added: the service's own secrets stay here.
    const env = { ...getDefaultEnvironment(), ...server.env };
    const program = { command, args: [...args], env, cwd, stderr: 'ignore' as const };
    await client.connect(new StdioClientTransport({ ...program, maxBufferSize: MAX_MESSAGE_BYTES }));
  } else {
    await client.connect(await httpTransport(new URL(server.url), { ...server.headers }));
  }
  return client;
}

/** 404 within a session: MCP, "Streamable HTTP", Session Management, 2025-11-25. */
function isSessionLost(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}

/** The error's code, of JSON-RPC or of the system, where it has one. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'number' || typeof code === 'string' ? ` (${code})` : '';
}
