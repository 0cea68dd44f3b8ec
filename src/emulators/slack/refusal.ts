/** A "no" to the app in the Web API's own words: `{ok: false, error, …facts}` with status 200, or 429 with the wait. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly error: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly retryAfterSec: number | undefined;

  constructor(error: string, facts: Readonly<Record<string, unknown>> = {}, retryAfterSec?: number) {
    super(error);
    this.error = error;
    this.facts = facts;
    this.retryAfterSec = retryAfterSec;
  }
}

/** A refusal with reasons, as Slack lists them: plain under `errors`, marked under `response_metadata.messages`. */
export function refusalWith(error: string, reasons: readonly string[]): ApiRefusal {
  return new ApiRefusal(error, {
    errors: reasons,
    response_metadata: { messages: reasons.map((reason) => `[ERROR] ${reason}`) },
  });
}

export function invalidArguments(...reasons: string[]): ApiRefusal {
  return refusalWith('invalid_arguments', reasons);
}

export function rateLimited(retryAfterSec: number): ApiRefusal {
  return new ApiRefusal('ratelimited', {}, retryAfterSec);
}
