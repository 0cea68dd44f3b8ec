import { within } from './within.ts';

/** One server-sent event of a chat stream, as an SSE parser gives it. */
export interface ChatFrame {
  /** The event's own id; absent for one that has none. */
  id?: string | undefined;
  /** Absent for an unnamed frame. */
  event?: string | undefined;
  data: string;
}

/**
 * Takes a `text/event-stream` in pieces of any size and gives the events that each piece completes, as the standard
 * says (WHATWG HTML, 9.2.6): any line break, several `data` lines, comments, a byte order mark. An event that the end of
 * the stream cuts off is never given. Time is linear in the text, however small the pieces; how much one event may hold
 * is the caller's to bound.
 */
export class SseParser {
  #pieces: string[] = [];
  #endedWithCr = false;
  #isAtStart = true;
  #id: string | undefined;
  #event = '';
  #data: string[] = [];

  feed(text: string): ChatFrame[] {
    if (text === '') return [];
    const frames: ChatFrame[] = [];
    let start = this.#isAtStart && text.startsWith('\uFEFF') ? 1 : 0;
    this.#isAtStart = false;
    // The second half of a line break that fell between two pieces.
    if (this.#endedWithCr && text.startsWith('\n')) start = 1;
    this.#endedWithCr = text.endsWith('\r');
    for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) {
      if (index < start) continue;
      this.#pieces.push(text.slice(start, index));
      start = index + lineBreak.length;
      const line = this.#pieces.join('');
      this.#pieces = [];
      if (line !== '') this.#add(line);
      else this.#end(frames);
    }
    if (start < text.length) this.#pieces.push(text.slice(start));
    return frames;
  }

  #add(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
  }

  #end(frames: ChatFrame[]): void {
    if (this.#data.length > 0) {
      frames.push({
        ...(this.#id !== undefined && { id: this.#id }),
        ...(this.#event !== '' && { event: this.#event }),
        data: this.#data.join('\n'),
      });
    }
    this.#id = undefined;
    this.#event = '';
    this.#data = [];
  }
}

/**
 * The events of a response's body. Ends with it, rejects when it breaks, and lets go of it when the caller stops. Rejects
 * also when nothing comes for `silenceMs`, and with the signal's reason once that is aborted.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceMs, signal }: { silenceMs?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ChatFrame> {
  const reader = body.getReader();
  // It keeps what a chunk has of a code point. The mark at the start is the parser's to skip.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parser = new SseParser();
  const read = () => within(reader.read(), { ms: silenceMs, signal });
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) {
      yield* parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
