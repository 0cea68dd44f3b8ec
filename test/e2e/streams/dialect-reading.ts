import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Dialect } from '../../../src/protocol/ui/turn-client.ts';

/** What a client of a typed dialect has of a turn: what came, in order, with neighbouring texts made one. */
export interface Told {
  parts: { event: string; data: unknown }[];
  session: string | undefined;
  blocks: unknown;
  end: string | undefined;
  lastId: string | undefined;
}

export function nothingTold(): Told {
  return { parts: [], session: undefined, blocks: undefined, end: undefined, lastId: undefined };
}

/** Reads a stream of one dialect, whatever pieces it comes in. */
export class DialectReader {
  told: Told;
  readonly events: EventSourceMessage[] = [];
  readonly #dialect: Dialect;
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: (event) => {
      this.events.push(event);
      this.told = after(this.told, event, this.#dialect);
    },
  });

  constructor(dialect: Dialect, told = nothingTold()) {
    this.#dialect = dialect;
    this.told = told;
  }

  feed(bytes: Uint8Array): void {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
  }

  async read(response: Response): Promise<this> {
    if (response.body) for await (const chunk of response.body) this.feed(chunk);
    return this;
  }

  get text(): string {
    return this.told.parts.flatMap(({ event, data }) => (event === 'text' ? [String(data)] : [])).join('');
  }
}

function after(told: Told, { event = 'token', data, id }: EventSourceMessage, dialect: Dialect): Told {
  const content = JSON.parse(data);
  const isTyped = dialect !== 'muxi' && event !== 'ui_envelope';
  if (isTyped && content.type !== event) throw new Error(`the data of ${event} says ${content.type}`);
  const said = isTyped ? content.data : content;
  const next = { ...told, lastId: id ?? told.lastId };
  switch (event) {
    case 'start':
      return { ...next, session: said.session_id, blocks: said.supported_blocks };
    case 'token':
    case 'text_delta': {
      const { parts } = told;
      const delta = said.token ?? said.delta;
      const last = parts.at(-1);
      if (last?.event !== 'text') return { ...next, parts: [...parts, { event: 'text', data: delta }] };
      return { ...next, parts: [...parts.slice(0, -1), { event: 'text', data: `${last.data}${delta}` }] };
    }
    case 'reset':
      return { ...next, end: undefined, parts: said.text === '' ? [] : [{ event: 'text', data: said.text }] };
    case 'done':
      return { ...next, end: 'done' };
    case 'error':
      return { ...next, end: said.code ?? said.error.code };
    default:
      return { ...next, parts: [...told.parts, { event, data: said }] };
  }
}

const ROUTES: Readonly<Record<Dialect, string>> = {
  muxi: '/v1/chat',
  ubp: '/v1/chat/stream',
  'agent-ui': '/api/v1/agent/chat/stream',
};

export interface Asking {
  dialect: Dialect;
  /** As it stands in the query, e.g. `a.b@1`. */
  capabilities?: string;
}

export function ask(
  url: string | undefined,
  { dialect, capabilities }: Asking,
  body: object,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const query = capabilities === undefined ? '' : `?capabilities=${capabilities}`;
  return fetch(`${url}${ROUTES[dialect]}${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann', ...headers },
    body: JSON.stringify({ ...(dialect === 'muxi' && { stream: true }), ...body }),
    ...(signal && { signal }),
  });
}

/** Goes on with a turn behind what was told. */
export function goOn(
  url: string | undefined,
  turnId: string,
  { dialect, capabilities }: Asking,
  { lastId }: Pick<Told, 'lastId'> = nothingTold(),
): Promise<Response> {
  const query = new URLSearchParams({ dialect, ...(capabilities !== undefined && { capabilities }) });
  const place: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  return fetch(`${url}/v1/turns/${turnId}/stream?${query}`, { headers: { 'X-User-Id': 'ann', ...place } });
}

export function turnIn({ events: [first] }: DialectReader): string {
  return first?.id?.split('.')[0] ?? '';
}
