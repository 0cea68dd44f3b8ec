import type { Response } from 'express';
import type { Heartbeats } from './heartbeats.ts';

/** A reader that takes nothing for so long is cut off; it may come back and go on where it was. */
const PATIENCE_MS = 30_000;
/** Handed to the connection at once: as little as a slow reader can be seen to take within that time. */
const WRITE_BYTES = 16_384;
/** What all answers have and only a document heeds. A stream is none, and keeps its headers as long as it is open. */
const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** A response as a stream of server-sent events. At most one write waits in it for a reader that is slow. */
export class EventStream {
  readonly #response: Response;
  readonly #heartbeats: Heartbeats;
  readonly #head: () => readonly string[];

  /** `head` gives the frames that stand before all others. */
  constructor(response: Response, heartbeats: Heartbeats, head: () => readonly string[] = () => []) {
    this.#response = response;
    this.#heartbeats = heartbeats;
    this.#head = head;
  }

  /** Whether nobody reads it any more. */
  get isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends the head. Until then, the request can still be answered in another way. */
  begin(): void {
    if (this.#response.headersSent || this.isGone) return;
    for (const name of OF_DOCUMENTS) this.#response.removeHeader(name);
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const head = this.#head().join('');
    // Written by themselves, the headers do not stay in memory in the pieces that they were put together from.
    this.#response.cork();
    this.#response.flushHeaders();
    if (head !== '') this.#response.write(head);
    this.#response.uncork();
    this.#response.on('close', this.#heartbeats.add(this));
  }

  /** Resolves when the reader can take more, or is gone. */
  async write(frames: readonly string[]): Promise<void> {
    this.begin();
    let text = '';
    for (const [index, frame] of frames.entries()) {
      text += frame;
      if (text.length < WRITE_BYTES && index < frames.length - 1) continue;
      await this.#send(Buffer.from(text));
      text = '';
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length; start += WRITE_BYTES) {
      if (this.isGone) return;
      if (!this.#response.write(bytes.subarray(start, start + WRITE_BYTES))) await this.#drained();
    }
  }

  end(): void {
    if (!this.isGone) this.#response.end();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const response = this.#response;
      const done = () => {
        clearTimeout(patience);
        response.off('drain', done);
        response.off('close', done);
        resolve();
      };
      const patience = setTimeout(() => response.destroy(), PATIENCE_MS).unref();
      response.once('drain', done);
      response.once('close', done);
    });
  }

  /** Keeps the connection alive, unless what waits in it does so already. */
  beat(): void {
    if (!this.isGone && !this.#response.writableNeedDrain) this.#response.write(':\n\n');
  }
}
