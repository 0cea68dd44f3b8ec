import type { Interaction } from '../wire.ts';
import type { ApplicationKeys } from './signature.ts';

/** How the app answered a request: its status, 0 when none came, and its body, JSON read. */
export interface EndpointAnswer {
  status: number;
  body?: unknown;
}

/** Tells the app of interactions by signed HTTP requests. */
export class InteractionsEndpoint {
  readonly #url: string;
  readonly #keys: ApplicationKeys;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #closed = new AbortController();

  constructor(options: { url: string; keys: ApplicationKeys; timeoutMs: number; now: () => number }) {
    this.#url = options.url;
    this.#keys = options.keys;
    this.#timeoutMs = options.timeoutMs;
    this.#now = options.now;
  }

  /** `headers` replace those of the signature: for a request that is not Discord's. */
  async post(interaction: object, headers: Readonly<Record<string, string>> = {}): Promise<EndpointAnswer> {
    const body = JSON.stringify(interaction);
    const signed = this.#keys.signatureHeaders(body, Math.floor(this.#now() / 1000));
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
          ...signed,
          ...headers,
        },
        body,
        signal: AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.#timeoutMs)]),
      });
      return { status: response.status, body: read(await response.text()) };
    } catch {
      return { status: 0 };
    }
  }

  /**
   * What Discord does before it takes an address, and from time to time after: a PING that has to be answered, and one
   * with a wrong signature that has to be refused with 401. Says what was wrong; nothing when all was right.
   */
  async probe(ping: Interaction): Promise<string | undefined> {
    const { status, body } = await this.post(ping);
    const isPong = typeof body === 'object' && body !== null && (body as { type?: unknown }).type === 1;
    if (status !== 200 || !isPong) return `a PING was answered with status ${status} and no PONG`;
    const forged = await this.post(ping, { 'x-signature-ed25519': '0'.repeat(128) });
    return forged.status === 401 ? undefined : `a wrong signature was answered with status ${forged.status}, not 401`;
  }

  close(): void {
    this.#closed.abort();
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
