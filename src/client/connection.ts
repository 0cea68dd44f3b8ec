import { ChatError, refusalIn } from './chat-error.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where the service is, and who asks. */
export interface Connection {
  /** Address of the service, e.g. `https://bridge.acme.example`. Default: the page's own origin. */
  baseUrl?: string | undefined;
  /** A user token (`POST /v1/user-tokens`), or a client key where nobody else can read it. A function is asked each time. */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The end user, where a client key or none speaks for them. */
  userId?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Default the global one. */
  fetch?: Fetch | undefined;
}

/** Asks the service. Rejects as `fetch` does; any answer resolves. */
export async function askService(
  { baseUrl = '', token, userId, headers, fetch = globalThis.fetch }: Connection,
  path: string,
  { json, headers: own, signal, keepalive }: Ask = {},
): Promise<Response> {
  const bearer = typeof token === 'function' ? await token() : token;
  const init: RequestInit = {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...(userId !== undefined && { 'X-User-Id': userId }),
      ...headers,
      ...own,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  };
  return fetch(baseUrl.replace(/\/+$/, '') + path, init);
}

export interface Ask {
  /** With a body it is a POST. */
  json?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
}

/** The JSON that the service answers. Throws a `ChatError` for every other answer and for none; an abort as `fetch` does. */
export async function askForJson(connection: Connection, path: string, ask: Ask = {}): Promise<unknown> {
  const response = await askService(connection, path, ask).catch((error: unknown) => {
    if (ask.signal?.aborted) throw error;
    throw new ChatError('lost', 'The service could not be reached. Try again later.');
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json().catch(() => {
    throw new ChatError('lost', 'The answer of the service broke off, or was no JSON. Try again.');
  });
}
