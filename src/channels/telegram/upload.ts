import { randomUUID } from 'node:crypto';
import type { Loose } from './loose.ts';

/** A file in the body of a call. Its bytes are had anew for each call, and only then. */
export class Upload {
  readonly name: string;
  readonly mime: string;
  readonly #open: () => Promise<AsyncIterable<Uint8Array>>;
  /** Why the last call could not have the bytes. The call then ended unfinished, so nothing was sent. */
  fault: Error | undefined;

  constructor(file: { name: string; mime: string }, open: () => Promise<AsyncIterable<Uint8Array>>) {
    this.name = file.name;
    this.mime = file.mime;
    this.#open = open;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    this.fault = undefined;
    try {
      for await (const chunk of await this.#open()) yield chunk;
    } catch (error) {
      this.fault = error as Error;
      throw error;
    }
  }
}

/** A body as multipart/form-data, RFC 7578: uploads as files, strings as they are, all else as JSON. */
export function multipart(body: Loose): { contentType: string; content: AsyncIterable<Uint8Array> } {
  const boundary = `footbridge-${randomUUID()}`;
  return { contentType: `multipart/form-data; boundary=${boundary}`, content: partsOf(body, boundary) };
}

async function* partsOf(body: Loose, boundary: string): AsyncGenerator<Uint8Array> {
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"`;
    if (value instanceof Upload) {
      yield Buffer.from(`${head}; filename="${quotable(value.name)}"\r\nContent-Type: ${value.mime}\r\n\r\n`);
      yield* value.bytes();
      yield Buffer.from('\r\n');
    } else {
      yield Buffer.from(`${head}\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`);
    }
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Servers disagree on how a quote is escaped, so there is none. Line breaks cannot be in a checked name; here they must not. */
function quotable(name: string): string {
  return name.replace(/["\\]/g, "'").replace(/\p{Cc}/gu, ' ');
}
