/**
 * Every error code a caller can meet, with the HTTP status it travels under.
 * A code names what the reader can do about it; the README explains each in one line.
 */
export const ERROR_CODES = {
  // What a client sent.
  body_invalid: 400,
  body_not_json: 400,
  body_too_deep: 400,
  body_too_large: 413,
  unauthorized: 401,
  admin_keys_required: 403,
  host_refused: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_mismatch: 409,
  rate_limited: 429,
  // What a turn asks for.
  ui_not_accepted: 400,
  answers_required: 400,
  address_invalid: 400,
  conversation_unknown: 404,
  user_unknown: 404,
  user_ambiguous: 409,
  channel_unknown: 400,
  channel_off: 409,
  webhook_required: 400,
  payload_refused: 422,
  // What an app or its viewer asks for.
  app_read_only: 403,
  app_tool_refused: 403,
  approval_required: 409,
  sandbox_unusable: 409,
  // What came too late.
  claim_lost: 409,
  // What a platform sent.
  webhook_secret_wrong: 401,
  // Files.
  blob_too_large: 413,
  link_expired: 410,
  render_ref_expired: 410,
  url_refused: 400,
  download_failed: 502,
  download_too_large: 413,
  // What an operator wrote.
  formation_invalid: 500,
  keys_required: 500,
  secret_required: 500,
  environment_invalid: 500,
  data_in_use: 500,
  data_too_new: 500,
  data_unusable: 503,
  data_not_empty: 500,
  channel_memory_full: 507,
  secret_unknown: 500,
  backup_unavailable: 409,
  backup_invalid: 500,
  service_unreachable: 503,
  commands_not_registered: 502,
  // What went wrong on our side or behind us.
  template_failed: 500,
  agent_failed: 502,
  forward_failed: 502,
  tool_unknown: 500,
  tool_failed: 502,
  turn_failed: 500,
  turn_set_aside: 500,
  provenance_missing: 500,
  ui_block_namespace_reserved: 500,
  shutting_down: 503,
  channel_not_ready: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Small typed facts about an error, safe to log: never a secret, a token or somebody's message. */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** The one error class. Its sentence says what was being done, to what, what was wrong and what to do next. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, sentence: string, options: { cause?: unknown; facts?: ErrorFacts } = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.facts = options.facts ?? {};
  }

  /** HTTP status this error travels under. */
  get status(): number {
    return ERROR_CODES[this.code];
  }
}

/** The sentence of any thrown value, for a log line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
