import type { CallToolResult, Client } from '@modelcontextprotocol/client';

interface Limits {
  signal: AbortSignal;
  timeout: number;
}

/**
 * A tool may name its view instead of sending it along: `_meta.ui.resourceUri`, or the older flat key.
 * The view is read and embedded into the result, so that it goes the way of every other `ui://` resource.
 * A view that cannot be read leaves the result as it is: the words of the tool are not lost for a picture.
 */
export async function withUiResource(
  client: Client,
  tool: string,
  result: CallToolResult,
  limits: Limits,
): Promise<CallToolResult> {
  if (result.isError) return result;
  const uri = await uiResourceUri(client, tool, limits);
  if (uri === undefined || embeds(result, uri)) return result;
  try {
    const { contents } = await client.readResource({ uri }, limits);
    const resources = contents.map((resource) => ({ type: 'resource' as const, resource }));
    return { ...result, content: [...(result.content ?? []), ...resources] };
  } catch (error) {
    if (limits.signal.aborted) throw error;
    return result;
  }
}

function embeds({ content }: CallToolResult, uri: string): boolean {
  return content?.some((block) => block.type === 'resource' && block.resource.uri === uri) ?? false;
}

/** By client, what its tools named. Servers list their tools once, not with every call. */
const urisByClient = new WeakMap<Client, Promise<ReadonlyMap<string, string>>>();

async function uiResourceUri(client: Client, tool: string, limits: Limits): Promise<string | undefined> {
  let uris = urisByClient.get(client);
  if (!uris) {
    uris = listUris(client, limits);
    urisByClient.set(client, uris);
    uris.catch(() => urisByClient.delete(client));
  }
  return (await uris.catch(() => undefined))?.get(tool);
}

async function listUris(client: Client, limits: Limits): Promise<ReadonlyMap<string, string>> {
  const uris = new Map<string, string>();
  const { tools } = await client.listTools(undefined, limits);
  for (const { name, _meta } of tools) {
    const ui: unknown = _meta?.ui;
    const nested = typeof ui === 'object' && ui !== null && 'resourceUri' in ui ? ui.resourceUri : undefined;
    const uri = nested ?? _meta?.['ui/resourceUri'];
    if (typeof uri === 'string' && uri.startsWith('ui://')) uris.set(name, uri);
  }
  return uris;
}
