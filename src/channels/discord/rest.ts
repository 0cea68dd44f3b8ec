import type { REST } from 'discord.js';
import { z } from 'zod';

/** What became of one call. "The platform said no" and "we heard nothing" are never blurred. */
export type Answer =
  | { type: 'yes'; result: Readonly<Record<string, unknown>> }
  /** `code` is the platform's own, 0 where it gave none; `details` what it says about it, without quotations. */
  | { type: 'no'; status: number; code: number; details: string }
  | { type: 'wait'; retryAfterMs: number; isGlobal: boolean }
  /** `mayBeDone`: the platform may have done it all the same; false only where that is out of the question. */
  | { type: 'silence'; reason: string; mayBeDone: boolean };

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the version, e.g. `/users/@me`. It may hold an interaction's token, so no answer and no log line repeats it. */
  path: `/${string}`;
  body?: unknown;
  files?: readonly { name: string; data: Buffer; contentType: string }[];
  query?: Readonly<Record<string, string>>;
  /** false: the token in the path is all that Discord asks for. Default true. */
  isBots?: boolean;
}

/** Calls the REST API once, without retries of its own. Never throws. */
export type CallRest = (call: Call) => Promise<Answer>;

export function restApi(rest: REST, token: string): CallRest {
  return async ({ method, path, body, files, query, isBots = true }) => {
    try {
      // After a 401 the library forgets the token, and would never ask again.
      if (isBots) rest.setToken(token);
      const result = await rest.request({
        method: method as Parameters<REST['request']>[0]['method'],
        fullRoute: path,
        auth: isBots,
        ...(body !== undefined && { body }),
        ...(files && { files: [...files] }),
        ...(query && { query: new URLSearchParams(query) }),
      });
      return { type: 'yes', result: typeof result === 'object' && result !== null ? { ...result } : {} };
    } catch (error) {
      return answerOf(error);
    }
  };
}

const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Errors of @discordjs/rest, by the fields that its versions have in common. */
const refusal = z.looseObject({ rawError: z.unknown(), status: z.number(), message: z.string(), code: z.unknown() });
const limited = z.looseObject({ timeToReset: z.number(), retryAfter: maybe(z.number()), global: z.boolean() });
const page = z.looseObject({ status: z.number(), method: z.string() });

/** Should Discord not say how long to wait. */
const DEFAULT_WAIT_MS = 5_000;

function answerOf(error: unknown): Answer {
  // The stack ran out while the body was written as JSON: it never left.
  if (error instanceof RangeError) return { type: 'no', status: 400, code: 0, details: 'nested too deeply' };
  const wait = limited.safeParse(error).data;
  if (wait) {
    const waitMs = Math.max(wait.retryAfter ?? 0, wait.timeToReset);
    return {
      type: 'wait',
      retryAfterMs: waitMs > 0 && Number.isFinite(waitMs) ? Math.ceil(waitMs) : DEFAULT_WAIT_MS,
      isGlobal: wait.global,
    };
  }
  const no = refusal.safeParse(error).data;
  if (no) return refusalOf(no.status, typeof no.code === 'number' ? no.code : 0, no.message);
  const answered = page.safeParse(error).data;
  if (answered) return pageOf(answered.status);
  return silenceOf(error);
}

/** "internal network error": what stands before the API answers so, with a 403. docs.discord.com, read 2026-11. */
const INNER_NETWORK_ERROR = 40_333;

function refusalOf(status: number, code: number, message: string): Answer {
  if (code === INNER_NETWORK_ERROR) {
    return { type: 'silence', reason: `Discord answered ${code}`, mayBeDone: false };
  }
  return { type: 'no', status, code, details: withoutQuotations(message) };
}

const MAX_DETAILS_CHARS = 300;

/** Discord quotes what it does not take, and that may be what somebody wrote. */
function withoutQuotations(message: string): string {
  const oneLine = message.replace(/\s+/g, ' ').replace(/"[^"]*"|'[^']*'|“[^”]*”/g, '"…"');
  return oneLine.slice(0, MAX_DETAILS_CHARS);
}

/** A 503 turns away. Another 5xx may come from a proxy that gave up waiting for one who worked on. */
function pageOf(httpStatus: number): Answer {
  return { type: 'silence', reason: `Discord answered with HTTP status ${httpStatus}`, mayBeDone: httpStatus !== 503 };
}

/** A line that was never there. Node.js and undici, `error.code`. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function silenceOf(error: unknown): Answer {
  const { name, code, cause } = (error instanceof Error ? error : {}) as Error & { code?: unknown };
  const inner = (cause instanceof Error ? cause : {}) as { code?: unknown };
  const found = [code, inner.code].find((one) => typeof one === 'string');
  // The code says enough; the network's own words may name more than a log should.
  const word = found ?? (name === 'AbortError' ? 'no answer in time' : 'the connection failed');
  return NEVER_SENT.test(String(word))
    ? { type: 'silence', reason: `Discord could not be reached (${word})`, mayBeDone: false }
    : { type: 'silence', reason: `Discord did not answer (${word})`, mayBeDone: true };
}
