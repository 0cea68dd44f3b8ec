import type { Client, Tool } from '@modelcontextprotocol/client';
import type { AppTools } from '../protocol/app-tools.ts';
import { listedTools } from './listed-tools.ts';

/** Does something with a server's client, with the fault of a server as the service tells it. */
export type WithServer = <T>(
  about: { server: string; what: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
) => Promise<T>;

/** What views may have of their servers, over the same connections that the agents use. */
export function createAppTools(withServer: WithServer, callTimeoutMs: number): AppTools {
  return {
    describe: (server, name, signal) =>
      withServer({ server, what: `Tool '${name}'`, signal }, async (client) => {
        const tool = (await listedTools(client)).find((one) => one.name === name);
        return (
          tool && {
            isForApps: isForApps(tool),
            isReadOnly: tool.annotations?.readOnlyHint === true,
            definition: { name, title: tool.title ?? tool.annotations?.title, inputSchema: tool.inputSchema },
          }
        );
      }),
    call: ({ server, tool, args }, signal) =>
      withServer({ server, what: `Tool '${tool}'`, signal }, (client) =>
        client.callTool({ name: tool, arguments: args }, { signal, timeout: callTimeoutMs }),
      ),
    list: ({ server, cursor }, signal) =>
      withServer({ server, what: 'The list of resources', signal }, (client) =>
        client.listResources(cursor === undefined ? {} : { cursor }, { signal, timeout: callTimeoutMs }),
      ),
    read: ({ server, uri }, signal) =>
      withServer({ server, what: 'A resource', signal }, (client) =>
        client.readResource({ uri }, { signal, timeout: callTimeoutMs }),
      ),
  };
}

function isForApps({ _meta }: Tool): boolean {
  const ui: unknown = _meta?.ui;
  const visibility = typeof ui === 'object' && ui !== null && 'visibility' in ui ? ui.visibility : undefined;
  return !Array.isArray(visibility) || visibility.includes('app');
}
