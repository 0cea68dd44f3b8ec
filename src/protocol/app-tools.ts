/** A tool as the host of a view must know it. */
export interface AppTool {
  /** Whether the view may call it (MCP Apps, `_meta.ui.visibility`). */
  isForApps: boolean;
  /** Whether its server says that it changes nothing; else the person is asked before it is called. */
  isReadOnly: boolean;
  /** As the server lists it. */
  definition: { name: string; title?: string | undefined; inputSchema: Readonly<Record<string, unknown>> };
}

/**
 * What the view of a server may have of that server. Nothing is checked here: whoever calls asks first whether the view
 * and its viewer may. Throws `tool_unknown` for a server that the formation does not have, `tool_failed` for one that
 * cannot be reached or does not answer.
 */
export interface AppTools {
  /** Nothing when the server has no such tool. */
  describe(server: string, tool: string, signal: AbortSignal): Promise<AppTool | undefined>;
  /** The raw `CallToolResult`, without any view read along. */
  call(request: { server: string; tool: string; args: Record<string, unknown> }, signal: AbortSignal): Promise<unknown>;
  /** The raw `ListResourcesResult`, a page of it. */
  list(request: { server: string; cursor?: string | undefined }, signal: AbortSignal): Promise<unknown>;
  /** The raw `ReadResourceResult`. */
  read(request: { server: string; uri: string }, signal: AbortSignal): Promise<unknown>;
}
