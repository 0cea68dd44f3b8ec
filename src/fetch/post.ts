import http from 'node:http';
import https from 'node:https';
import type { Endpoint } from '../protocol/endpoint.ts';
import { onNoResponse } from './no-response.ts';
import { signatureHeaders } from './signature.ts';

/** One JSON request to an operator's endpoint. A repetition of it has the same id. */
export interface Post {
  /** The idempotency key: ASCII without blanks. */
  id: string;
  /** JSON. */
  body: string;
  /** Beside the endpoint's own and those of the signature. */
  headers: Readonly<Record<string, string>>;
}

/** No answer came, or it broke off. `reason` ends a sentence and names no URL, which could hold a token. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** true: the endpoint was silent for longer than it may be. */
  readonly isSilence: boolean;

  constructor(reason: string, isSilence = false) {
    super(reason);
    this.isSilence = isSilence;
  }
}

/**
 * Sends one POST and gives the answer once it begins, whatever its status. Follows no redirect: what is signed goes
 * where the formation says. Throws `NoAnswer`; on an abort too.
 */
export function post(endpoint: Endpoint, { id, body, headers }: Post, signal: AbortSignal) {
  const url = new URL(endpoint.url);
  const client = url.protocol === 'https:' ? https : http;
  const signed = endpoint.secret && signatureHeaders({ id, body }, { secret: endpoint.secret, nowMs: Date.now() });
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = client.request(url, {
      method: 'POST',
      signal,
      headers: {
        'User-Agent': 'Footbridge',
        'Accept-Encoding': 'identity',
        ...endpoint.headers,
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Idempotency-Key': id,
        ...signed,
      },
    });
    let answer: http.IncomingMessage | undefined;
    // Counts from the last byte in either direction, so it holds within the answer too.
    request.setTimeout(endpoint.silenceMs, () => (answer ?? request).destroy(silence(endpoint)));
    request.once('response', (response) => {
      answer = response;
      resolve(response);
    });
    onNoResponse(request, (error) => reject(noAnswer(error)));
    request.end(body);
  });
}

/** The bytes of an answer as they come. Throws `NoAnswer` when it breaks off or is larger than `maxBytes`. */
export async function* bytesOf(answer: http.IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new NoAnswer(`the answer is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw noAnswer(error);
  } finally {
    // Also when nobody reads on: the rest is not waited for.
    answer.destroy();
  }
}

function silence({ silenceMs }: Endpoint): NoAnswer {
  return new NoAnswer(`nothing came for ${silenceMs} ms`, true);
}

function noAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = (error as { code?: unknown }).code;
  return new NoAnswer(`the connection failed (${typeof code === 'string' ? code : 'no reason given'})`);
}
