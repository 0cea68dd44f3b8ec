import { objectOf, textIn } from '../../client/json.ts';
import { linkUrl } from '../../protocol/link-url.ts';

/** An app of an MCP server, as the service keeps it. */
export interface AppFrame {
  /** Its signed token. */
  app: string;
  /** The service's own page of it. */
  url: string;
  server: string;
  tool: string;
}

/** What a `footbridge.mcp_app` block, a component `McpApp` or a widget `mcp_app` holds. Nothing for anything else. */
export function appFrameIn(data: unknown): AppFrame | undefined {
  const { app, url, server, tool } = objectOf(data) ?? {};
  const checked = linkUrl(url);
  if (textIn(app) === '' || 'refusal' in checked) return undefined;
  return { app: textIn(app), url: checked.url, server: textIn(server), tool: textIn(tool) };
}
