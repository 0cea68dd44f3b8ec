/** An interactive view of an MCP server, as every dialect tells of it. */
export interface McpApp {
  /** The token that names it. */
  app: string;
  /** The page of ours that shows it. */
  url: string;
  server: string;
  tool: string;
}

export const MCP_APP_KEYS = ['app', 'url', 'server', 'tool'] as const satisfies readonly (keyof McpApp)[];
