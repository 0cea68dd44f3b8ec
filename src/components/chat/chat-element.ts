import { fetchMessages, type KeptMessage } from '../../client/agent-ui/fetch-messages.ts';
import type { UiAnswer } from '../../client/answers/ui-answer.ts';
import { ChatError } from '../../client/chat-error.ts';
import type { Connection } from '../../client/connection.ts';
import { newKey } from '../../client/new-key.ts';
import { type ChatStream, chatStream, resumeStream, type StreamOptions } from '../../client/stream/chat-stream.ts';
import { NOTHING_YET } from '../../client/turn/turn-state.ts';
import { DIALECTS, type Dialect } from '../../protocol/ui/turn-client.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import { FootbridgeMap } from '../maps/map-element.ts';
import { createFootbridgeBlocks } from '../turn/built-in-blocks.ts';
import type { FootbridgeTurn } from '../turn/turn-element.ts';
import { CHAT_CSS } from './chat-css.ts';
import { type Composer, composer } from './composer.ts';
import { keptSession } from './kept-session.ts';
import { ownMessage, type Reply, reply } from './reply.ts';
import { ScrolledLog } from './scrolled-log.ts';

/**
 * `<footbridge-chat>`: a whole chat. Attributes: `base-url` of the service (default the page's own origin), `dialect`
 * (`muxi`, `ubp` or `agent-ui`), `session-id` (default one of the tab's own), `user-id` where no token names the user,
 * `instant` for single choices that answer at once. Set `token` and `host` before it is put into the page.
 */
export class FootbridgeChat extends FootbridgeElement {
  /** A user token, or what gives one each time it is needed. */
  token: Connection['token'];
  /** What the page gives the elements to act with. */
  host: ComponentHost = {};

  #composer: Composer | undefined;
  readonly #log = new ScrolledLog();
  readonly #answered = new Map<string, string>();
  readonly #turns = new Set<FootbridgeTurn>();
  #map: FootbridgeMap | undefined;
  #session: { id: string; isNew: boolean } | undefined;
  #ending = new AbortController();

  constructor() {
    super(CHAT_CSS);
    this.root.addEventListener('footbridge-answer', (event) => void this.send((event as CustomEvent<UiAnswer>).detail));
    this.root.addEventListener('footbridge-command', (event) => {
      event.preventDefault();
      this.fillComposer((event as CustomEvent<{ command: string }>).detail.command);
    });
  }

  override connectedCallback(): void {
    if (this.#ending.signal.aborted) this.#ending = new AbortController();
    super.connectedCallback();
  }

  /** What it reads ends; the turns go on at the service, and are read again when it is back. */
  disconnectedCallback(): void {
    this.#ending.abort();
    this.#composer = undefined;
    this.#turns.clear();
    this.#log.clear();
  }

  /** Puts a text into the composer. Never sends. */
  fillComposer(text: string): void {
    this.#composer?.fill(text);
  }

  /** Says a message, or answers a question. Resolves when the agent's turn is over. */
  async send(said: string | UiAnswer): Promise<void> {
    const answer = typeof said === 'string' ? { message: said } : said;
    this.#log.add(ownMessage(answer.message, this.words));
    await this.#attempt(answer, newKey());
  }

  protected draw(): void {
    if (this.#composer) return;
    const { words } = this;
    this.#composer = composer({ words, send: (text) => void this.send(text) });
    this.#log.frame.setAttribute('aria-label', words('messages'));
    this.#log.node.dataset.empty = words('nothing_said');
    const map = element('div', { class: 'map' });
    this.root.replaceChildren(
      element('div', { class: 'chat', part: 'chat' }, map, this.#log.frame, this.#composer.node),
    );
    this.#session = this.getAttribute('session-id')
      ? { id: this.getAttribute('session-id') ?? '', isNew: false }
      : keptSession();
    if (!this.#session.isNew) void this.#showPast(this.#session.id);
  }

  async #showPast(sessionId: string): Promise<void> {
    const { signal } = this.#ending;
    // A chat whose past cannot be had goes on all the same.
    const messages = await fetchMessages(this.#connection(), { sessionId, signal }).catch(() => []);
    const first = this.#log.node.firstChild;
    for (const [index, message] of messages.entries()) {
      const { role, content } = message;
      const isLast = index === messages.length - 1;
      if (role === 'user') this.#log.insert(ownMessage(content, this.words), first);
      else this.#log.insert(this.#pastReply(message, isLast), first);
    }
  }

  /** The last one is read from its stream again: a question in it can be answered still. */
  #pastReply(message: KeptMessage, isLast: boolean): HTMLElement {
    const { id, content, envelopes, isRunning } = message;
    const shown = this.#reply({ isReplay: !isRunning });
    const kept = {
      ...NOTHING_YET,
      parts: [
        ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
        ...envelopes.map(({ id: envelopeId, createdAtMs, envelope }) => ({
          type: 'envelope' as const,
          id: envelopeId,
          createdAtMs,
          envelope,
        })),
      ],
      end: { type: 'done' as const },
    };
    if (isLast)
      void this.#follow(resumeStream({ ...this.#speaking(), turnId: id }), shown, () => shown.ended()).then(
        (isWhole) => {
          if (!isWhole) shown.turn.state = kept;
        },
      );
    else {
      shown.turn.state = kept;
      shown.ended();
    }
    return shown.node;
  }

  async #attempt(answer: { message: string; uiResponse?: UiAnswer['uiResponse'] }, key: string): Promise<void> {
    const shown = this.#reply({ isReplay: false });
    this.#log.add(shown.node);
    const sessionId = this.#session?.id;
    const stream = chatStream({ ...this.#speaking(), ...answer, sessionId, idempotencyKey: key });
    await this.#follow(stream, shown, (error) => {
      // A turn that failed is over: trying again is a new one.
      const nextKey = error.kind === 'failed' ? newKey() : key;
      const atEnd = this.#log.keepAtEnd();
      shown.failed(error.kind, error.message, () => {
        shown.node.remove();
        void this.#attempt(answer, nextKey);
      });
      atEnd();
    });
  }

  /** Whether it was read to its end. */
  async #follow<D extends Dialect>(
    stream: ChatStream<D>,
    shown: Reply,
    failed: (error: ChatError) => void,
  ): Promise<boolean> {
    try {
      for await (const _ of stream) this.#show(stream, shown);
      shown.ended();
      if (stream.state.parts.length === 0) shown.node.remove();
      return true;
    } catch (error) {
      if (this.#ending.signal.aborted) return false;
      this.#show(stream, shown);
      failed(error instanceof ChatError ? error : new ChatError('failed', ''));
      return false;
    }
  }

  #show({ state }: { state: ChatStream<Dialect>['state'] }, shown: Reply): void {
    const atEnd = this.#log.keepAtEnd();
    shown.turn.state = state;
    if (state.parts.length > 0) shown.arrived();
    for (const part of state.parts) {
      if (part.type !== 'answer' || this.#answered.get(part.id) === part.label) continue;
      this.#answered.set(part.id, part.label);
      for (const turn of this.#turns) turn.answered = this.#answered;
    }
    // What is drawn is there in the next microtask.
    queueMicrotask(() => queueMicrotask(atEnd));
  }

  #reply({ isReplay }: { isReplay: boolean }): Reply {
    const shown = reply(this.words);
    const { turn } = shown;
    turn.dialect = this.#dialect();
    turn.host = this.#fullHost();
    turn.isReplay = isReplay;
    turn.toggleAttribute('instant', this.hasAttribute('instant'));
    turn.answered = this.#answered;
    this.#turns.add(turn);
    return shown;
  }

  #fullHost(): ComponentHost {
    const chat = this;
    const host: ComponentHost = {
      connection: this.#connection(),
      sessionId: this.#session?.id,
      ...this.host,
      get map() {
        return chat.host.map ?? chat.#ownMap();
      },
    };
    // One registry for all turns: what is asked for is what is drawn.
    host.blocks ??= createFootbridgeBlocks(host);
    return host;
  }

  #ownMap(): FootbridgeMap {
    if (!this.#map?.isConnected) {
      this.#map ??= new FootbridgeMap();
      this.root.querySelector('.map')?.append(this.#map);
    }
    return this.#map;
  }

  #speaking(): StreamOptions<Dialect> {
    const dialect = this.#dialect();
    return {
      ...this.#connection(),
      ...{ dialect, signal: this.#ending.signal },
      ...(dialect === 'ubp' && { capabilities: this.#fullHost().blocks?.clientCapabilityTokens() }),
    };
  }

  #connection(): Connection {
    return {
      baseUrl: this.getAttribute('base-url') ?? '',
      token: this.token,
      userId: this.getAttribute('user-id') ?? undefined,
      ...this.host.connection,
    };
  }

  #dialect(): Dialect {
    const asked = this.getAttribute('dialect');
    return DIALECTS.find((name) => name === asked) ?? 'muxi';
  }
}
