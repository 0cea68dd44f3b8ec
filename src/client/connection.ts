import { ChatError, refusalIn } from './chat-error.ts';
import { within } from './within.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where the service is, and who asks. */
export interface Connection {
  /** Address of the service, e.g. `https://bridge.acme.example`. Default: the page's own origin. */
  baseUrl?: string | undefined;
  /**
   * A user token (`POST /v1/user-tokens`), or a client key where nobody else can read it. A function is asked each time,
   * and once more where what it gave is refused.
   */
  token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The end user, where a client key or none speaks for them. */
  userId?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Default the global one. */
  fetch?: Fetch | undefined;
}

/**
 * Asks the service. Rejects as `fetch` does; any answer resolves. Where a token is refused and a function gives tokens,
 * it is asked once more: the one before may have run out on the way. Throws a `ChatError` for what could never be sent.
 */
export async function askService(connection: Connection, path: string, ask: Ask = {}): Promise<Response> {
  const bearer = await tokenOf(connection, ask);
  const response = await send(connection, path, { ...ask, bearer });
  if (response.status !== 401 || typeof connection.token !== 'function') return response;
  const another = await tokenOf(connection, ask);
  if (another === bearer) return response;
  letGo(response);
  return send(connection, path, { ...ask, bearer: another });
}

/** Ends an answer that nobody reads, so that it holds no connection. */
export function letGo({ body }: { body?: Pick<ReadableStream, 'cancel'> | null }): void {
  body?.cancel().catch(() => {});
}

async function tokenOf({ token }: Connection, { signal }: Ask): Promise<string | undefined> {
  return typeof token === 'function' ? within(Promise.resolve(token()), { signal }) : token;
}

function send(
  { baseUrl = '', userId, headers, fetch }: Connection,
  path: string,
  { json, headers: own, signal, keepalive, bearer }: Ask & { bearer: string | undefined },
): Promise<Response> {
  const url = baseUrl.replace(/\/+$/, '') + path;
  const init = {
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
  assertSendable(url, init.headers, fetch);
  return (fetch ?? globalThis.fetch)(url, init);
}

/** `fetch` would say the same of it as of a service that is away, for which it is worth to wait. */
function assertSendable(url: string, headers: Readonly<Record<string, string>>, fetch: Fetch | undefined): void {
  try {
    new Headers(headers);
    if (!fetch) new URL(url, (globalThis as { location?: { href: string } }).location?.href);
  } catch {
    // What was thrown may hold the token.
    throw new ChatError(
      'refused',
      'The service cannot be asked: baseUrl is no address, or userId, token or a header is not Latin-1.',
    );
  }
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
  const response = await askService(connection, path, ask).catch((cause: unknown) => {
    if (ask.signal?.aborted || cause instanceof ChatError) throw cause;
    throw new ChatError('lost', 'The service could not be reached. Try again later.', { cause });
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json().catch(() => {
    throw new ChatError('lost', 'The answer of the service broke off, or was no JSON. Try again.');
  });
}
