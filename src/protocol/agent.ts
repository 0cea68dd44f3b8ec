import type { z } from 'zod';
import type { AgentTurn } from './agent-turn.ts';
import type { Log } from './log.ts';
import type { Turn } from './turn.ts';

/** What an agent reports while it works. */
export type AgentEvent =
  | { type: 'text'; delta: string }
  | ({ type: 'clarification' } & NonNullable<AgentTurn['clarification']>)
  | ({ type: 'credential_redirect' } & NonNullable<AgentTurn['credential_redirect']>)
  | ({ type: 'credential_choice' } & NonNullable<AgentTurn['credential_choice']>)
  | ({ type: 'tool_call' } & NonNullable<AgentTurn['tool_calls']>[number])
  | ({ type: 'tool_result' } & NonNullable<AgentTurn['tool_results']>[number])
  | ({ type: 'mcp_result' } & NonNullable<AgentTurn['mcp_results']>[number])
  | ({ type: 'block' } & NonNullable<AgentTurn['blocks']>[number])
  | ({ type: 'file' } & NonNullable<AgentTurn['files']>[number])
  /** Widgets that a remote runtime has made, as they came. Only from an agent that `makesWidgets`. */
  | { type: 'ui'; widgets: readonly unknown[] }
  | { type: 'error'; message: string };

/** Calls tools of the formation's MCP servers. */
export interface ToolHost {
  /** Gives the raw MCP `CallToolResult`. Throws `tool_unknown` for a server that is not configured, `tool_failed` when it cannot be reached. */
  call(request: { server: string; tool: string; args: Record<string, unknown> }, signal: AbortSignal): Promise<unknown>;
}

export interface AgentContext {
  /** Aborted when the turn is given up. */
  signal: AbortSignal;
  tools: ToolHost;
  /** The update that the turn was read from, as its platform sent it, JSON. */
  update: string;
  log: Log;
}

export interface Agent {
  run(turn: Turn, context: AgentContext): AsyncIterable<AgentEvent>;
}

/** A kind of agent backend. `settings` are the keys beside `type:` under `agent:`. */
export interface AgentType<Settings = unknown> {
  readonly type: string;
  readonly settings: z.ZodType<Settings>;
  /**
   * true: it is a remote runtime that makes widgets itself, with ids of its own. Absent: its facts become widgets, and
   * whatever it says is no widget.
   */
  readonly makesWidgets?: boolean;
  create(settings: Settings): Agent;
}
