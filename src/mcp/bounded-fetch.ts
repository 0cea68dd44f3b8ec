import type { Transformer } from 'node:stream/web';

/**
 * Largest message of a server, bytes. Our choice: a view of the largest size that is kept (8 MB) in base64, and room
 * around it.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * `fetch` for the answers of MCP servers. An answer, or an event of a stream, that is larger than a message may be
 * breaks off, for whoever reads it holds all of it in memory until its end.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const bounded = new TransformStream(isStream ? new BoundedEvents() : new BoundedBody());
  return new Response(body.pipeThrough(bounded), { status, statusText, headers });
}

class BoundedBody implements Transformer<Uint8Array, Uint8Array> {
  #bytes = 0;

  transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_MESSAGE_BYTES) throw tooLarge();
    controller.enqueue(chunk);
  }
}

/** Counts anew after each blank line: it ends an event. */
class BoundedEvents implements Transformer<Uint8Array, Uint8Array> {
  #eventBytes = 0;
  #lineBytes = 0;
  #previous = 0;

  transform(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void {
    for (const byte of chunk) this.#count(byte);
    controller.enqueue(chunk);
  }

  #count(byte: number): void {
    this.#eventBytes += 1;
    if (this.#eventBytes > MAX_MESSAGE_BYTES) throw tooLarge();
    const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    const isSecondHalf = byte === LINE_FEED && this.#previous === CARRIAGE_RETURN;
    if (isLineEnd && !isSecondHalf && this.#lineBytes === 0) this.#eventBytes = 0;
    this.#lineBytes = isLineEnd ? 0 : this.#lineBytes + 1;
    this.#previous = byte;
  }
}

function tooLarge(): Error {
  return new Error(`A message of the MCP server is larger than ${MAX_MESSAGE_BYTES} bytes.`);
}
