/** How the app answered something that a person did. */
export interface AppAnswer {
  /** Whether the app said in time that it had it. Without, the person is shown an error. */
  isAcked: boolean;
  /** HTTP status; 0 when no answer came. Socket Mode has none. */
  status?: number;
  /** What it said beside, e.g. a message for the person; JSON is read. */
  body?: unknown;
}

/** What a person did, for the app to answer within 3 s. It is told once only. */
export interface Interaction {
  type: 'interactive' | 'slash_commands';
  payload: Readonly<Record<string, unknown>>;
}

/** A way to the app. */
export interface AppLink {
  /** Events are told again when no answer comes: at once, after a minute, after five. */
  sendEvent(event: object): void;
  /** How many events the app has neither acknowledged nor missed for good. */
  readonly unheardEvents: number;
  ask(interaction: Interaction): Promise<AppAnswer>;
  close(): void;
}

/** "3 seconds", docs.slack.dev/apis/events-api and interactivity, read 2026-11. */
export const ACK_TIMEOUT_MS = 3000;

/** Before the first, second and third retry. docs.slack.dev/apis/events-api, read 2026-11. */
export const RETRY_DELAYS_MS: readonly number[] = [0, 60_000, 300_000];

export interface LinkTimes {
  ackTimeoutMs: number;
  retryDelaysMs: readonly number[];
}
