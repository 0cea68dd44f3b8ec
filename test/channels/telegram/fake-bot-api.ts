import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  token: string;
  body: Record<string, unknown>;
}

/** What a call is answered with: a Bot API body, other bytes, a broken line, or nothing for ever. */
export type Reply = { result: unknown } | { error: object } | { status: number; text: string } | 'reset' | 'silence';

export const refusal = (code: number, description: string, parameters?: object): Reply => ({
  error: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
});

/** Just enough of a Bot API server: it records calls and answers as it is told. */
export class FakeBotApi {
  readonly calls: Call[] = [];
  /** Answers to the next calls of a method; then the default. */
  readonly replies: Record<string, Reply[]> = {};
  #server: Server;
  #updates: object[] = [];
  #poll: { offset: number; response: ServerResponse } | undefined;
  #nextMessageId = 900;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const [, token = '', method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? '') ?? [];
      this.calls.push({ method, token, body: text ? JSON.parse(text) : {} });
      this.#answer(method, this.calls.at(-1)?.body ?? {}, response);
    });
  }

  static async start(): Promise<FakeBotApi> {
    const api = new FakeBotApi();
    await once(api.#server.listen(0, '127.0.0.1'), 'listening');
    return api;
  }

  get root(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  callsOf(method: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.body);
  }

  /** Puts updates into the queue that `getUpdates` reads. */
  push(...updates: object[]): void {
    this.#updates.push(...updates);
    this.#feed();
  }

  /** Updates that were not confirmed by a later offset. */
  get unconfirmed(): object[] {
    return this.#updates;
  }

  #answer(method: string, body: Record<string, unknown>, response: ServerResponse): void {
    const reply = this.replies[method]?.shift() ?? this.#defaultReply(method, body, response);
    if (reply === 'silence') return;
    if (reply === 'reset') response.destroy();
    else if ('text' in reply) response.writeHead(reply.status).end(reply.text);
    else this.#send(response, 'error' in reply ? reply.error : { ok: true, result: reply.result });
  }

  #defaultReply(method: string, body: Record<string, unknown>, response: ServerResponse): Reply {
    switch (method) {
      case 'getMe':
        return { result: { id: 4242, is_bot: true, first_name: 'Ferry', username: 'ferry_test_bot' } };
      case 'getUpdates':
        this.#poll = { offset: Number(body.offset ?? 0), response };
        this.#feed();
        return 'silence';
      case 'sendMessage':
      case 'editMessageText':
      case 'editMessageReplyMarkup':
        return { result: { message_id: Number(body.message_id ?? this.#nextMessageId++), chat: { id: body.chat_id } } };
      default:
        return { result: true };
    }
  }

  #feed(): void {
    if (!this.#poll) return;
    const { offset, response } = this.#poll;
    this.#updates = this.#updates.filter((update) => (update as { update_id: number }).update_id >= offset);
    if (this.#updates.length === 0) return;
    this.#poll = undefined;
    this.#send(response, { ok: true, result: this.#updates });
  }

  #send(response: ServerResponse, body: object): void {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
