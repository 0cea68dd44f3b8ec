import type { App } from '@slack/bolt';
import { z } from 'zod';

/** What became of one call. "The platform said no" and "we heard nothing" are never blurred. */
export type Answer =
  | { type: 'yes'; result: Readonly<Record<string, unknown>> }
  /** `code` is the platform's own, e.g. `channel_not_found`; `details` what it says about it. */
  | { type: 'no'; code: string; details?: string; retryAfterMs?: number }
  /** `mayBeDone`: the platform may have done it all the same; false only where that is out of the question. */
  | { type: 'silence'; reason: string; mayBeDone: boolean };

/** Calls a method of the Web API once, without retries of its own; few methods take no token. Never throws. */
export type CallWebApi = (method: string, token: string | undefined, body: object) => Promise<Answer>;

/** Slack says how long to wait with each 429; should one come without, this is it. */
const DEFAULT_WAIT_MS = 5_000;

export function webApi(client: App['client']): CallWebApi {
  return async (method, token, body) => {
    try {
      return {
        type: 'yes',
        result: { ...(await client.apiCall(method, token === undefined ? { ...body } : { ...body, token })) },
      };
    } catch (error) {
      return answerOf(error);
    }
  };
}

/** Errors of @slack/web-api, by the fields that its versions have in common. */
const thrown = z.looseObject({
  code: z.string().optional().catch(undefined),
  retryAfter: z.number().optional().catch(undefined),
  statusCode: z.number().optional().catch(undefined),
  original: z.unknown().optional(),
  data: z
    .looseObject({
      error: z.string(),
      response_metadata: z
        .looseObject({
          messages: z.array(z.string()).optional().catch(undefined),
          retryAfter: z.number().optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

function answerOf(error: unknown): Answer {
  // The stack ran out while the body was written as JSON: it never left.
  if (error instanceof RangeError) return { type: 'no', code: 'nested_too_deeply' };
  const fault = thrown.safeParse(error).data;
  if (fault?.code === 'slack_webapi_rate_limited_error') return throttled(fault.retryAfter);
  if (fault?.data) return refusalOf(fault.data.error, fault.data.response_metadata);
  if (fault?.statusCode !== undefined) return pageOf(fault.statusCode);
  if (fault?.code === 'slack_webapi_request_error') return silenceOf(fault.original);
  // The SDK has no class of its own for a 429 without a Retry-After.
  if (error instanceof Error && error.message.startsWith('Retry header')) return throttled(undefined);
  return { type: 'silence', reason: 'What answered is not the Web API of Slack', mayBeDone: true };
}

function throttled(retryAfterSec: number | undefined): Answer {
  const retryAfterMs = retryAfterSec !== undefined && retryAfterSec > 0 ? retryAfterSec * 1000 : DEFAULT_WAIT_MS;
  return { type: 'no', code: 'ratelimited', retryAfterMs };
}

/** Refusals by which Slack says that it could not, not that it will not. `errors` of chat.postMessage, read 2026-11. */
const NOT_NOW: ReadonlySet<string> = new Set(['service_unavailable', 'request_timeout', 'team_added_to_org']);
/** "It's possible some aspect of the operation succeeded before the error was raised", the same page. */
const PERHAPS: ReadonlySet<string> = new Set(['internal_error', 'fatal_error']);

function refusalOf(
  code: string,
  metadata: { messages?: string[] | undefined; retryAfter?: number | undefined } | undefined,
): Answer {
  if (code === 'ratelimited' || code === 'rate_limited') return throttled(metadata?.retryAfter);
  if (PERHAPS.has(code)) return { type: 'silence', reason: `Slack answered ${code}`, mayBeDone: true };
  if (NOT_NOW.has(code)) return { type: 'silence', reason: `Slack answered ${code}`, mayBeDone: false };
  // The SDK takes a page that is no JSON for the code of an error.
  if (!/^[a-z0-9_]{1,100}$/.test(code)) {
    return { type: 'silence', reason: 'What answered is not the Web API of Slack', mayBeDone: true };
  }
  const details = metadata?.messages?.join(' ').slice(0, 300);
  return { type: 'no', code, ...(details && { details }) };
}

/** A 4xx refuses, a 503 turns away. Another 5xx may come from a proxy that gave up waiting for one who worked on. */
function pageOf(httpStatus: number): Answer {
  const mayBeDone = !(httpStatus >= 400 && httpStatus < 500) && httpStatus !== 503;
  return { type: 'silence', reason: `Slack answered with HTTP status ${httpStatus}`, mayBeDone };
}

/** A line that was never there. Node.js and undici, `error.cause.code`. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function silenceOf(original: unknown): Answer {
  const cause = original instanceof Error ? original.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const isLate = original instanceof Error && original.name === 'TimeoutError';
  // The code says enough; the network's own words may name more than a log should.
  const word = code ?? (isLate ? 'no answer in time' : 'the connection failed');
  return NEVER_SENT.test(word)
    ? { type: 'silence', reason: `Slack could not be reached (${word})`, mayBeDone: false }
    : { type: 'silence', reason: `Slack did not answer (${word})`, mayBeDone: true };
}
