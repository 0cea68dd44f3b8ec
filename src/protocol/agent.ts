import type { z } from 'zod';
import type { AgentTurn } from './agent-turn.ts';
import type { Log } from './log.ts';
import type { Turn } from './turn.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from './ui/block-type.ts';
import type { CallRefusal } from './ui/ui-stage.ts';

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

/** A tool as a model is told of it. */
export interface ToolOffer {
  name: string;
  /** What it does and when to use it. Empty when nobody says. */
  description: string;
  /** JSON Schema of its arguments, an object. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A tool of an MCP server. Names are unique within their server only. */
export interface ServerTool extends ToolOffer {
  server: string;
}

/** Calls tools of the formation's MCP servers. */
export interface ToolHost {
  /**
   * The tools that a model may call; those that are for a view only are left out. A server that does not answer within
   * 10 s is `unreachable`, with the reason, and costs nothing but its tools. Rejects only when the signal is aborted.
   */
  list(signal: AbortSignal): Promise<{ tools: ServerTool[]; unreachable: { server: string; reason: string }[] }>;
  /** Gives the raw MCP `CallToolResult`. Throws `tool_unknown` for a server that is not configured, `tool_failed` when it cannot be reached. */
  call(request: { server: string; tool: string; args: Record<string, unknown> }, signal: AbortSignal): Promise<unknown>;
}

export interface AgentContext {
  /** Aborted when the turn is given up. */
  signal: AbortSignal;
  tools: ToolHost;
  /** The update that the turn was read from, as its platform sent it, JSON. */
  update: string;
  /**
   * What was said in the turn's session before, oldest first: turns that have ended, and what was pushed meanwhile.
   * Empty unless the agent's type `remembers`. At most `MAX_PAST_TURNS`, and some 64,000 characters.
   */
  history(): Promise<readonly PastTurn[]>;
  /** Kinds of blocks that the person's client shows. Empty where it shows none. */
  readonly blocks: readonly BlockOffer[];
  /** Shows a block at once. A refusal is the agent's to mend, e.g. by saying the same in words. */
  showBlock(block: CandidateBlock): BlockOutcome;
  /**
   * Tools whose calls the person's client shows: to report the call is all there is to do. Empty where it shows none.
   */
  readonly uiTools: readonly ToolOffer[];
  /** Why a reported call of such a tool shows nothing; it is the agent's to mend. Nothing when it is shown. */
  refusalOf(callId: string): CallRefusal | undefined;
  /** The result of a tool as a model may see it: without what is for the person only. The raw one is to be reported. */
  modelView(result: unknown): unknown;
  log: Log;
}

/** A turn that an agent remembers. */
export interface PastTurn {
  /** What the person said. Empty when they were told something unasked. */
  message: string;
  /** What was said to them. Empty when the turn failed. */
  reply: string;
}

/** Turns of a session that an agent is reminded of. */
export const MAX_PAST_TURNS = 30;

/** One question to a model, without tools and without a memory. */
export interface Completion {
  model: string;
  system: string;
  message: string;
  /** Longest answer, tokens. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface Agent {
  run(turn: Turn, context: AgentContext): AsyncIterable<AgentEvent>;
  /** Asks a model behind the same endpoint. Absent where there is none. Rejects with `agent_failed`. */
  complete?(completion: Completion): Promise<string>;
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
  /** true: it wants to know what was said before, so that is kept on every channel. */
  readonly remembers?: boolean;
  /** true: its agents have `complete`. */
  readonly completes?: boolean;
  create(settings: Settings): Agent;
}
