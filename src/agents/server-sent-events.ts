export interface ServerSentEvent {
  /** Its name, when the stream gives one. */
  event: string | undefined;
  /** The data lines, joined with line feeds. */
  data: string;
}

/**
 * The events of a `text/event-stream`, as they come. Comments and events without data are passed over; one that the
 * stream cuts short is lost, as the standard has it (WHATWG HTML, 9.2.6). How much is held is the caller's to bound.
 */
export async function* serverSentEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let lines = new EventLines();
  for await (const line of linesOf(bytes)) {
    if (line !== '') {
      lines.add(line);
      continue;
    }
    const event = lines.event();
    lines = new EventLines();
    if (event) yield event;
  }
}

/** Whole lines; what follows the last line's end is none. Takes linear time, in however small pieces the bytes come. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A byte order mark at the beginning goes, as the standard has it.
  const decoder = new TextDecoder('utf-8');
  let pieces: string[] = [];
  let endedWithCr = false;
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // The second half of a line's end that fell between two pieces.
    let start = endedWithCr && text.startsWith('\n') ? 1 : 0;
    endedWithCr = text.endsWith('\r');
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      if (index < start) continue;
      pieces.push(text.slice(start, index));
      yield pieces.join('');
      pieces = [];
      start = index + end.length;
    }
    if (start < text.length) pieces.push(text.slice(start));
  }
}

/** The lines of one event, up to the empty line. */
class EventLines {
  #event: string | undefined;
  readonly #data: string[] = [];

  add(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value === '' ? undefined : value;
  }

  event(): ServerSentEvent | undefined {
    return this.#data.length === 0 ? undefined : { event: this.#event, data: this.#data.join('\n') };
  }
}
