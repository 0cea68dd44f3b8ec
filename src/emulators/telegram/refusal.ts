import type { ResponseParameters } from './wire.ts';

/**
 * A "no" to the bot, in the Bot API's own words.
 * The server turns it into `{ok: false, …}` and uses `errorCode` as HTTP status.
 */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly errorCode: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(errorCode: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.errorCode = errorCode;
    this.parameters = parameters;
  }
}

/** `Bad Request: <text>`. The Bot API lower-cases the first letter unless the text is a CODE. */
export function badRequest(text: string, parameters?: ResponseParameters): ApiRefusal {
  return new ApiRefusal(400, `Bad Request: ${text}`, parameters);
}

export function forbidden(text: string): ApiRefusal {
  return new ApiRefusal(403, `Forbidden: ${text}`);
}

export function conflict(text: string): ApiRefusal {
  return new ApiRefusal(409, `Conflict: ${text}`);
}

export function tooManyRequests(retryAfterSec: number): ApiRefusal {
  return new ApiRefusal(429, `Too Many Requests: retry after ${retryAfterSec}`, { retry_after: retryAfterSec });
}
