import type { InboundFile } from './turn.ts';

/** A compiled `triggers/<name>.md`: how an outside system's call becomes a turn, and where the answer goes. */
export interface Trigger {
  readonly name: string;
  /** Name of the transformer that shapes the answer. Absent: the answer goes out as it is. */
  readonly transformer?: string;
  /** Where the answer goes, instead of the transformer's endpoint or the formation's own webhook. It may hold a secret. */
  readonly url?: string;
  /** Reads what a call carries. Throws `body_invalid` where a path finds something of another kind than it should. */
  read(data: unknown): TriggerReading;
  /** What the agent reads. Throws `template_failed` when a value cannot be written into it. */
  prompt(variables: PromptVariables): string;
}

/** What the paths of a trigger found in a call. Absent = nothing was found there, or no path was given. */
export interface TriggerReading {
  message?: string;
  userId?: string;
  sessionId?: string;
  /** Only those with a URL. */
  files: readonly InboundFile[];
  /** Texts that may be callback strings of ours: one for a button, several for a select. */
  callbacks: readonly string[];
  context: Readonly<Record<string, unknown>>;
}

/** What a trigger's prompt can name. */
export interface PromptVariables {
  /** The call's own data. */
  data: unknown;
  request: { message: string; user_id: string };
  context: Readonly<Record<string, unknown>>;
  agent: { name: string };
  /** ISO 8601. */
  timestamp: string;
}
