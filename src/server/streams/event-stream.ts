import type { Response } from 'express';

/** Proxies cut a connection on which nothing is said for a minute or less. */
const HEARTBEAT_MS = 15_000;
/** A reader that takes nothing for so long is cut off; it may come back and go on where it was. */
const PATIENCE_MS = 30_000;
/** Bytes, or nearly, that are handed to the connection at once. */
const WRITE_CHARS = 16_384;

/** Streams that are open in this process: one timer keeps them all alive. */
const open = new Set<EventStream>();
let heartbeat: NodeJS.Timeout | undefined;

/** A response as a stream of server-sent events. At most one write waits in it for a reader that is slow. */
export class EventStream {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  /** Whether nobody reads it any more. */
  get isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends the head. Until then, the request can still be answered in another way. */
  begin(): void {
    if (this.#response.headersSent || this.isGone) return;
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    this.#response.flushHeaders();
    open.add(this);
    this.#response.once('close', () => this.#leave());
    heartbeat ??= setInterval(() => {
      for (const stream of open) stream.#beat();
    }, HEARTBEAT_MS).unref();
  }

  /** Resolves when the reader can take more, or is gone. */
  async write(frames: readonly string[]): Promise<void> {
    this.begin();
    let text = '';
    for (const [index, frame] of frames.entries()) {
      text += frame;
      if (text.length < WRITE_CHARS && index < frames.length - 1) continue;
      if (this.isGone) return;
      if (!this.#response.write(text)) await this.#drained();
      text = '';
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

  /** What waits in the connection already keeps it alive, or does not. */
  #beat(): void {
    if (!this.isGone && !this.#response.writableNeedDrain) this.#response.write(':\n\n');
  }

  #leave(): void {
    open.delete(this);
    if (open.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }
}
