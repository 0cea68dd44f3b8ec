import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { BridgeError } from '../protocol/errors.ts';
import { createGuard } from './guard.ts';
import { onNoResponse } from './no-response.ts';

/** What is sent: a JSON body with headers of one's own. */
export interface SendRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal?: AbortSignal;
}

/** How sending ended. No field holds the URL, which can hold a token. */
export type SendResult =
  /** An answer came. `retryAfter` is its header of that name. */
  | { type: 'answered'; status: number; retryAfter?: string }
  /** The other side surely did not get it. */
  | { type: 'unreached'; reason: string }
  /** It went out, at least in part, and no answer was seen. */
  | { type: 'unanswered'; reason: string }
  /** It may not be sent there. */
  | { type: 'refused'; reason: string };

export type Send = (request: SendRequest) => Promise<SendResult>;

/** The method and the body stay the same with these; others would turn a POST into a GET. */
const SAME_AGAIN: ReadonlySet<number> = new Set([307, 308]);
const MAX_REDIRECTS = 3;
/** An answer is not needed, only that it ends: more of it is not read. */
const MAX_ANSWER_BYTES = 65_536;

/** Errors of a connection that was never made. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);

/**
 * Makes the client that sends to URLs of a formation, over http and https, to public addresses and to the hosts that
 * are allowed by name. A redirect is followed within its own origin only: headers may hold a token. Never throws.
 */
export function createGuardedSend(options: {
  allowHosts: readonly string[];
  /** For one request with its redirects, from the lookup to the last byte of the answer. */
  timeoutMs: number;
  lookup?: LookupFunction;
}): Send {
  const { timeoutMs, ...guarding } = options;
  const guard = createGuard({ ...guarding, refused: (why) => new BridgeError('url_refused', why) });

  return async (request) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      let url = guard.check(request.url);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const answer = await sendOnce(url, request, { signal, lookup: guard.lookup });
        if (answer.type !== 'answered' || answer.location === undefined) return withoutLocation(answer);
        const next = guard.check(answer.location, url.href);
        if (next.origin !== url.origin) return { type: 'refused', reason: 'it sends us to another host' };
        url = next;
      }
      return { type: 'refused', reason: `it sends us elsewhere more than ${MAX_REDIRECTS} times` };
    } catch (error) {
      if (error instanceof BridgeError) return { type: 'refused', reason: error.message };
      // A header that Node does not write, for one. Its words may quote it.
      return { type: 'refused', reason: 'the request cannot be written as HTTP' };
    }
  };
}

type Answer = Exclude<SendResult, { type: 'answered' }> | (SendResult & { type: 'answered'; location?: string });

function sendOnce(
  url: URL,
  { method, headers, body }: SendRequest,
  { signal, lookup }: { signal: AbortSignal; lookup: LookupFunction },
): Promise<Answer> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const request = client.request(url, {
      method,
      agent: false,
      lookup,
      signal,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    request.on('socket', (socket) => {
      // With TLS nothing of the request has gone out before the handshake is done.
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    onNoResponse(request, (error) => {
      if (error instanceof BridgeError) return reject(error);
      resolve(failure(error, { isConnected, signal }));
    });
    request.once('response', (response) => {
      const { location, 'retry-after': retryAfter } = response.headers;
      const status = response.statusCode ?? 0;
      let bytes = 0;
      const end = () => {
        response.destroy();
        const isSameAgain = SAME_AGAIN.has(status) && location !== undefined;
        resolve({
          type: 'answered',
          status,
          ...(retryAfter !== undefined && { retryAfter }),
          ...(isSameAgain && { location }),
        });
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) end();
      });
      // The status is the answer, whatever becomes of the rest.
      response.once('end', end);
      response.once('close', end);
      response.on('error', end);
    });
    request.end(body);
  });
}

function withoutLocation(answer: Answer): SendResult {
  if (answer.type !== 'answered') return answer;
  const { location: _, ...result } = answer;
  return result;
}

function failure(
  error: NodeJS.ErrnoException,
  { isConnected, signal }: { isConnected: boolean; signal: AbortSignal },
): SendResult {
  const isLate = signal.aborted && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  const why = isLate ? 'it took too long' : `the connection failed (${error.code ?? 'no reason given'})`;
  const isUnreached = !isConnected || (error.code !== undefined && NEVER_CONNECTED.has(error.code));
  return { type: isUnreached ? 'unreached' : 'unanswered', reason: why };
}
