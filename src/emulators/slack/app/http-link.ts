import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../protocol/log.ts';
import type { AppAnswer, AppLink, Interaction, LinkTimes } from './link.ts';
import { signatureHeaders } from './signature.ts';

/** Where the app listens. Without one of them, Slack has nowhere to send what it is for. */
export interface RequestUrls {
  events?: string;
  interactions?: string;
  commands?: string;
}

interface Outcome extends AppAnswer {
  /** Why an event will be told again; absent when it will not. */
  retryReason?: 'http_timeout' | 'connection_failed' | 'http_error' | 'too_many_redirects';
}

/** Tells the app by signed HTTP requests. Events run side by side: nothing promises their order. */
export class HttpLink implements AppLink {
  readonly #urls: RequestUrls;
  readonly #signingSecret: string;
  readonly #times: LinkTimes;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #closed = new AbortController();
  #unheardEvents = 0;

  constructor(options: { urls: RequestUrls; signingSecret: string; times: LinkTimes; now: () => number; log: Log }) {
    this.#urls = options.urls;
    this.#signingSecret = options.signingSecret;
    this.#times = options.times;
    this.#now = options.now;
    this.#log = options.log;
  }

  sendEvent(event: object): void {
    if (this.#urls.events === undefined) return;
    this.#unheardEvents++;
    void this.#tell(this.#urls.events, JSON.stringify(event)).finally(() => this.#unheardEvents--);
  }

  get unheardEvents(): number {
    return this.#unheardEvents;
  }

  /** Posts something that is told once, e.g. the challenge of a new address. */
  postEvent(event: object): Promise<AppAnswer> {
    return this.#post(this.#urls.events, JSON.stringify(event), 'application/json', {});
  }

  ask({ type, payload }: Interaction): Promise<AppAnswer> {
    const fields = type === 'interactive' ? { payload: JSON.stringify(payload) } : (payload as Record<string, string>);
    const url = type === 'interactive' ? this.#urls.interactions : this.#urls.commands;
    return this.#post(url, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', {});
  }

  close(): void {
    this.#closed.abort();
  }

  async #tell(url: string, body: string): Promise<void> {
    let outcome = await this.#post(url, body, 'application/json', {});
    for (const [index, delayMs] of this.#times.retryDelaysMs.entries()) {
      if (outcome.retryReason === undefined || this.#closed.signal.aborted) return;
      await sleep(delayMs, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {});
      if (this.#closed.signal.aborted) return;
      const headers = { 'x-slack-retry-num': String(index + 1), 'x-slack-retry-reason': outcome.retryReason };
      this.#log.debug({ retry: index + 1, reason: outcome.retryReason }, 'Slack emulator: event is sent again');
      outcome = await this.#post(url, body, 'application/json', headers);
    }
    if (outcome.retryReason === undefined) return;
    this.#log.warn({ reason: outcome.retryReason }, 'Slack emulator: the app never acknowledged an event');
  }

  async #post(
    url: string | undefined,
    body: string,
    contentType: string,
    headers: Record<string, string>,
  ): Promise<Outcome> {
    if (url === undefined) return { isAcked: false, status: 0 };
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': contentType,
          ...signatureHeaders(body, this.#signingSecret, Math.floor(this.#now() / 1000)),
          ...headers,
        },
        body,
        signal: AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.#times.ackTimeoutMs)]),
      });
      const answer: Outcome = { isAcked: response.ok, status: response.status, body: read(await response.text()) };
      if (response.ok || response.headers.get('x-slack-no-retry') === '1') return answer;
      return { ...answer, retryReason: response.status < 400 ? 'too_many_redirects' : 'http_error' };
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      return { isAcked: false, status: 0, retryReason: isTimeout ? 'http_timeout' : 'connection_failed' };
    }
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
