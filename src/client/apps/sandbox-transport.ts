import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';

/** What the page of the sandbox says in its own name, not the app's. */
export type SandboxSays =
  | { what: 'unreadable' }
  | { what: 'picture'; height: number }
  | { what: 'blocked'; url: string; directive: string };

const RESERVED = 'ui/notifications/sandbox-';

/**
 * Messages to and from the sandbox's frame. Each is looked at twice: whether it comes from that frame's own window, and
 * whether that is of the sandbox's origin. Whatever is no JSON-RPC is left alone.
 */
export class SandboxTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #onSandboxSays: (said: SandboxSays) => void;
  readonly #onAppMessage: (method: string) => void;
  readonly #listener = (event: MessageEvent) => this.#hear(event);

  constructor(
    frame: HTMLIFrameElement,
    origin: string,
    hearing: { onSandboxSays: (said: SandboxSays) => void; onAppMessage: (method: string) => void },
  ) {
    this.#frame = frame;
    this.#origin = origin;
    this.#onSandboxSays = hearing.onSandboxSays;
    this.#onAppMessage = hearing.onAppMessage;
  }

  async start(): Promise<void> {
    addEventListener('message', this.#listener);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#frame.contentWindow?.postMessage(message, this.#origin);
  }

  async close(): Promise<void> {
    removeEventListener('message', this.#listener);
    this.onclose?.();
  }

  #hear(event: MessageEvent): void {
    if (event.source === null || event.source !== this.#frame.contentWindow || event.origin !== this.#origin) return;
    const parsed = JSONRPCMessageSchema.safeParse(event.data);
    if (!parsed.success) return;
    const message: JSONRPCMessage = parsed.data;
    const method = 'method' in message ? message.method : '';
    if (method.startsWith(RESERVED) && method !== `${RESERVED}proxy-ready`) {
      const said = sandboxSays(method.slice(RESERVED.length), 'params' in message ? message.params : undefined);
      if (said) this.#onSandboxSays(said);
      return;
    }
    this.#onAppMessage(method);
    this.onmessage?.(message);
  }
}

function sandboxSays(what: string, params: Record<string, unknown> = {}): SandboxSays | undefined {
  switch (what) {
    case 'unreadable':
      return { what };
    case 'picture':
      return { what, height: Number(params.height) || 0 };
    case 'blocked':
      return { what, url: String(params.url).slice(0, 300), directive: String(params.directive).slice(0, 64) };
    default:
      return undefined;
  }
}
