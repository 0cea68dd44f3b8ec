import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import { objectOf } from './json-object.ts';

/** Longest resource URI, characters. */
const MAX_URI_CHARS = 2048;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * The interactive views that MCP servers embed in their results, one widget each, byte for byte. Other resources and
 * links to resources are the model's business and are not relayed.
 */
export function relayMcpResources({ mcp_results }: AgentTurn, mint: () => string, into: Produced): void {
  for (const { server, tool, result } of mcp_results ?? []) {
    const content = objectOf(result)?.content;
    if (!Array.isArray(content)) continue;
    for (const block of content) {
      const resource = uiResourceIn(block);
      if (!resource) continue;
      const { uri, text, blob, mimeType } = resource;
      const data = typeof text === 'string' ? text : blob;
      if (typeof data !== 'string' || uri.length > MAX_URI_CHARS || UNSEEN.test(uri)) {
        into.notes.push({
          code: 'resource_refused',
          message: `A ui:// resource of tool '${tool.slice(0, 64)}' (server '${server.slice(0, 64)}') is not shown: it needs text or a blob, and a visible URI of at most ${MAX_URI_CHARS} characters.`,
        });
        continue;
      }
      const widget = {
        type: 'mcp_resource',
        id: mint(),
        resource: uri,
        data,
        server,
        tool,
        ...(typeof mimeType === 'string' && mimeType && { mime_type: mimeType }),
        ...(typeof text !== 'string' && { encoding: 'base64' }),
      };
      into.widgets.push({ widget, provenance: 'mcp_server' });
    }
  }
}

/** The resource of an embedded `ui://` block of an MCP result. */
export function uiResourceIn(block: unknown): (Readonly<Record<string, unknown>> & { uri: string }) | undefined {
  const { type, resource } = objectOf(block) ?? {};
  const members = objectOf(resource);
  const uri = members?.uri;
  if (type !== 'resource' || !members || typeof uri !== 'string' || !/^ui:\/\/./s.test(uri)) return undefined;
  return { ...members, uri };
}
