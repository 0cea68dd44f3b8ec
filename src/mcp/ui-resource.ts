import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { listedTools } from './listed-tools.ts';

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
  const uri = await uiResourceUri(client, tool);
  if (uri === undefined || embeds(result, uri)) return result;
  try {
    const { contents } = await client.readResource({ uri }, limits);
    const isComplete = contents.every(({ _meta }) => _meta?.ui !== undefined);
    const listed = isComplete ? undefined : await listedMeta(client, uri, limits);
    const resources = contents.map((resource) => ({
      type: 'resource' as const,
      resource: resource._meta?.ui === undefined && listed ? { ...resource, _meta: listed } : resource,
    }));
    return { ...result, content: [...(result.content ?? []), ...resources] };
  } catch (error) {
    if (limits.signal.aborted) throw error;
    return result;
  }
}

function embeds({ content }: CallToolResult, uri: string): boolean {
  return content?.some((block) => block.type === 'resource' && block.resource.uri === uri) ?? false;
}

async function uiResourceUri(client: Client, tool: string): Promise<string | undefined> {
  const tools = await listedTools(client).catch(() => []);
  const _meta = tools.find(({ name }) => name === tool)?._meta;
  const ui: unknown = _meta?.ui;
  const nested = typeof ui === 'object' && ui !== null && 'resourceUri' in ui ? ui.resourceUri : undefined;
  const uri = nested ?? _meta?.['ui/resourceUri'];
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** What the list of resources says of one, for a server that says it only there. Nothing when it lists none. */
async function listedMeta(client: Client, uri: string, limits: Limits): Promise<Record<string, unknown> | undefined> {
  if (!client.getServerCapabilities()?.resources) return undefined;
  try {
    const { resources } = await client.listResources({}, limits);
    return resources.find((one) => one.uri === uri)?._meta;
  } catch {
    return undefined;
  }
}
