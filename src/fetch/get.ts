import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { BridgeError } from '../protocol/errors.ts';
import type { OpenedFile } from '../protocol/file.ts';
import { onNoResponse } from './no-response.ts';

export interface AskOptions {
  /** Ends the request and the reading of its answer; a `TimeoutError` as its reason is told as "too slow". */
  signal: AbortSignal;
  /** Finds the addresses of a host's name; the system's own when absent. Not asked when the host is an address. */
  lookup?: LookupFunction;
  /** Sent beside our own, e.g. a token. They go to this URL only: no redirect is followed. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends one GET over a connection of its own. Follows no redirect. Throws `download_failed`, or what `lookup` gave. */
export function ask(url: URL, { signal, lookup, headers: given }: AskOptions): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': 'Footbridge', 'Accept-Encoding': 'identity', ...given };
    const request = client.get(url, { agent: false, headers, signal, ...(lookup && { lookup }) });
    request.once('response', resolve);
    onNoResponse(request, (error) => reject(failureOf(error, signal)));
  });
}

/** The bytes of an answer. Throws `download_failed` unless it is a plain 200, `download_too_large` above `maxBytes`. */
export function opened(response: http.IncomingMessage, maxBytes: number, signal: AbortSignal): OpenedFile {
  const refuse = (error: BridgeError): never => {
    response.destroy();
    throw error;
  };
  const { statusCode, headers } = response;
  if (statusCode !== 200) return refuse(failed(`the server answered ${statusCode}`));
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return refuse(failed('the server compressed it, though asked not to'));
  const length = headers['content-length'];
  const sizeBytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  if (sizeBytes !== undefined && sizeBytes > maxBytes) return refuse(tooLarge(maxBytes));
  return { body: atMost(response, maxBytes, signal), ...(sizeBytes !== undefined && { sizeBytes }) };
}

async function* atMost(response: http.IncomingMessage, maxBytes: number, signal: AbortSignal) {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    response.destroy();
  }
}

function tooLarge(maxBytes: number): BridgeError {
  return new BridgeError('download_too_large', `A file is larger than ${maxBytes} bytes. Send a smaller one.`);
}

/** `why` ends a sentence; it names no URL, because a URL can hold a token. */
export function failed(why: string): BridgeError {
  return new BridgeError('download_failed', `A file could not be downloaded: ${why}.`);
}

function failureOf(error: unknown, signal: AbortSignal): BridgeError {
  if (error instanceof BridgeError) return error;
  if (signal.aborted) {
    const isLate = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
    return failed(isLate ? 'it took too long' : 'it was given up');
  }
  const code = (error as { code?: unknown }).code;
  return failed(`the connection failed (${typeof code === 'string' ? code : 'no reason given'})`);
}
