import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import { objectOf } from './json-object.ts';

/** Longest resource URI, characters. */
const MAX_URI_CHARS = 2048;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** A view that an MCP server embedded in a result, byte for byte. */
export interface UiResource {
  /** Begins with `ui://`. */
  uri: string;
  data: string;
  encoding: 'text' | 'base64';
  mime: string | undefined;
  /** Its `_meta`, unchecked. */
  meta: unknown;
}

/**
 * The interactive views that MCP servers embed in their results, one widget each, byte for byte. Other resources and
 * links to resources are the model's business and are not relayed.
 */
export function relayMcpResources({ mcp_results }: AgentTurn, mint: () => string, into: Produced): void {
  for (const { server, tool, result } of mcp_results ?? []) {
    const refuse = () =>
      into.notes.push({
        code: 'resource_refused',
        message: `A ui:// resource of tool '${tool.slice(0, 64)}' (server '${server.slice(0, 64)}') is not shown: it needs text or a blob, and a visible URI of at most ${MAX_URI_CHARS} characters.`,
      });
    for (const { uri, data, encoding, mime } of uiResourcesOf(result, refuse)) {
      const widget = {
        type: 'mcp_resource',
        id: mint(),
        resource: uri,
        data,
        server,
        tool,
        ...(mime !== undefined && { mime_type: mime }),
        ...(encoding === 'base64' && { encoding }),
      };
      into.widgets.push({ widget, provenance: 'mcp_server' });
    }
  }
}

/** The views in an MCP result, in order. `refuse` is called for each that cannot be shown. */
export function uiResourcesOf(result: unknown, refuse: () => void = () => {}): UiResource[] {
  const content = objectOf(result)?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) => {
    const resource = uiResourceIn(block);
    if (!resource) return [];
    const { uri, text, blob, mimeType, _meta: meta } = resource;
    const data = typeof text === 'string' ? text : blob;
    if (typeof data !== 'string' || uri.length > MAX_URI_CHARS || UNSEEN.test(uri)) {
      refuse();
      return [];
    }
    const encoding = typeof text === 'string' ? 'text' : 'base64';
    return [{ uri, data, encoding, mime: typeof mimeType === 'string' && mimeType ? mimeType : undefined, meta }];
  });
}

/** The resource of an embedded `ui://` block of an MCP result. */
export function uiResourceIn(block: unknown): (Readonly<Record<string, unknown>> & { uri: string }) | undefined {
  const { type, resource } = objectOf(block) ?? {};
  const members = objectOf(resource);
  const uri = members?.uri;
  if (type !== 'resource' || !members || typeof uri !== 'string' || !/^ui:\/\/./s.test(uri)) return undefined;
  return { ...members, uri };
}
