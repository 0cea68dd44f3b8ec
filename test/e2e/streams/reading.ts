import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** What a client shows of a turn, and where it is in it. */
export interface Shown {
  text: string;
  ui: unknown;
  end: string | undefined;
  lastId: string | undefined;
  resets: number;
}

export function nothingShown(): Shown {
  return { text: '', ui: undefined, end: undefined, lastId: undefined, resets: 0 };
}

/** What a client shows after one more event. */
export function withEvent(shown: Shown, { event, data, id }: EventSourceMessage): Shown {
  const content = JSON.parse(data);
  const next = { ...shown, lastId: id ?? shown.lastId };
  switch (event) {
    case undefined:
      return { ...next, text: shown.text + content.token };
    case 'reset':
      return { ...next, text: content.text, ui: undefined, end: undefined, resets: shown.resets + 1 };
    case 'ui':
      return { ...next, ui: content.ui };
    case 'done':
      return { ...next, end: 'done' };
    case 'error':
      return { ...next, end: content.error.code };
    default:
      throw new Error(`unknown event ${event}`);
  }
}

/** A client that reads one stream, whatever pieces it comes in. */
export class Reader {
  shown: Shown;
  readonly events: EventSourceMessage[] = [];
  readonly comments: string[] = [];
  readonly #parser = createParser({
    onEvent: (event) => {
      this.events.push(event);
      this.shown = withEvent(this.shown, event);
    },
    onComment: (comment) => void this.comments.push(comment),
  });
  readonly #decoder = new TextDecoder();

  constructor(shown = nothingShown()) {
    this.shown = shown;
  }

  feed(bytes: Uint8Array): void {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
  }

  async read(response: Response): Promise<this> {
    if (response.body) for await (const chunk of response.body) this.feed(chunk);
    return this;
  }
}

const ANN = { 'Content-Type': 'application/json', 'X-User-Id': 'ann' };

export function chat(
  url: string | undefined,
  body: object,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { ...ANN, ...headers },
    body: JSON.stringify({ stream: true, ...body }),
    ...(signal && { signal }),
  });
}

/** Goes on with a turn behind what is shown. */
export function resume(
  url: string | undefined,
  turnId: string,
  { lastId }: Pick<Shown, 'lastId'> = nothingShown(),
  headers: Record<string, string> = {},
): Promise<Response> {
  const place: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  return fetch(`${url}/v1/turns/${turnId}/stream`, { headers: { 'X-User-Id': 'ann', ...place, ...headers } });
}

export function turnIdIn({ events: [first] }: Reader): string {
  return first?.id?.split('.')[0] ?? '';
}
