/** How results and notifications are posted to URLs. */
export interface WebhookSettings {
  /** Where a result goes that has no other place, and where everything goes that could not be posted elsewhere. */
  defaultUrl?: string;
  /** A post that fails so often goes to `defaultUrl` instead. Where there is none, it is tried until it expires. */
  maxAttempts: number;
  /** For one attempt, from the name's lookup to the last byte of the answer. */
  timeoutMs: number;
  /** Host names and addresses, in lower case, that may be called although they are not on the public internet. */
  allowHosts: readonly string[];
}

export const DEFAULT_WEBHOOKS: WebhookSettings = { maxAttempts: 11, timeoutMs: 10_000, allowHosts: [] };

/** Where unasked messages go: shaped by a transformer, posted to its endpoint or to this URL. */
export interface ProactiveChannel {
  transformer: string;
  /** Instead of the transformer's endpoint. It may hold a secret. */
  url?: string;
  /** What the template finds under `context.*`, beside what the sender gives. */
  context: Readonly<Record<string, unknown>>;
}
