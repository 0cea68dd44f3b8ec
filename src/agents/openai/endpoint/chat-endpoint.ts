import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, post } from '../../../fetch/post.ts';
import { retryAfterMs } from '../../../fetch/retry-after.ts';
import type { Endpoint } from '../../../protocol/endpoint.ts';
import { type ChatRequest, chatBody, type TokensKey } from '../chat-protocol.ts';
import { modelFailed, refusalIn } from './refusal.ts';

/** How one request is sent. */
export interface Sending {
  /** The idempotency key: the same for repetitions of this request, and for no other. */
  id: string;
  signal: AbortSignal;
  /** All waits of this request together, milliseconds. 0 = it is asked once. */
  maxWaitMs: number;
  /** Called before each wait. `reason` names no URL. */
  onWait: (wait: { reason: string; waitMs: number }) => void;
}

const FIRST_WAIT_MS = 500;
const JSON_OR_STREAM = { Accept: 'text/event-stream, application/json' };

/** Sends requests to an endpoint that speaks the chat completions protocol. */
export class ChatEndpoint {
  readonly #endpoint: Endpoint;
  /** By model, what it calls the longest answer, once it said so. */
  readonly #tokensKeys = new Map<string, TokensKey>();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /**
   * Gives an answer of status 200 once it begins. One that means "later" and a connection that fails before that are
   * waited for: as long as `Retry-After` says, else 0.5 s, 1 s, … with jitter. Throws `agent_failed` when the waits would
   * be longer than `maxWaitMs` or the answer is another; `NoAnswer` when its signal is aborted.
   */
  async ask(request: ChatRequest, { id, signal, maxWaitMs, onWait }: Sending): Promise<IncomingMessage> {
    let leftMs = maxWaitMs;
    for (let failures = 0; ; failures++) {
      const asked = await this.#askOnce(request, id, signal);
      if (!('why' in asked)) return asked;
      const { why, isLater, afterMs = FIRST_WAIT_MS * 2 ** Math.min(failures, 10) * (0.5 + Math.random() / 2) } = asked;
      if (!isLater) throw modelFailed(why);
      if (afterMs > leftMs) {
        const asks = asked.afterMs === undefined ? '' : `. It asks to wait ${Math.ceil(afterMs / 1000)} s`;
        throw modelFailed(`${why}${asks}`);
      }
      leftMs -= afterMs;
      onWait({ reason: why, waitMs: Math.round(afterMs) });
      await sleep(afterMs, undefined, { signal });
    }
  }

  async #askOnce(request: ChatRequest, id: string, signal: AbortSignal): Promise<IncomingMessage | NotNow> {
    const tokensKey = this.#tokensKeys.get(request.model) ?? 'max_tokens';
    try {
      const sent = { id, body: chatBody(request, tokensKey), headers: JSON_OR_STREAM };
      const answer = await post(this.#endpoint, sent, signal);
      if (answer.statusCode === 200) return answer;
      const afterMs = retryAfterMs(answer.headers['retry-after'], Date.now());
      const { why, isLater, wantsOtherTokensKey } = await refusalIn(answer);
      if (wantsOtherTokensKey && tokensKey === 'max_tokens' && request.maxTokens !== undefined) {
        this.#tokensKeys.set(request.model, 'max_completion_tokens');
        // Another body is another request.
        return await this.#askOnce(request, `${id}.t`, signal);
      }
      return { why, isLater, ...(afterMs !== undefined && { afterMs }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof NoAnswer)) throw error;
      return { why: error.message, isLater: !error.isSilence };
    }
  }
}

interface NotNow {
  why: string;
  isLater: boolean;
  /** How long the endpoint asks to wait. */
  afterMs?: number;
}
