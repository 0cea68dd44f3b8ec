import type { UiAnswer } from '../../client/answers/ui-answer.ts';
import type { Connection } from '../../client/connection.ts';
import type { AppSaid } from '../apps/app-page.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import { FootbridgeMap } from '../maps/map-element.ts';
import { CHAT_CSS } from './chat-css.ts';
import { chatSetting } from './chat-setting.ts';
import { type Composer, composer } from './composer.ts';
import { Conversation } from './conversation.ts';
import { type ChatSession, keptSession, newSession } from './kept-session.ts';
import { PastMessages } from './past-messages.ts';

/**
 * `<footbridge-chat>`: a whole chat. Attributes: `base-url` of the service (default the page's own origin), `dialect`
 * (`muxi`, `ubp` or `agent-ui`; a change counts from the next message on), `session-id` (default one of the tab's own),
 * `user-id` where no token names the user, `instant` for single choices that answer at once. Set `token` and `host`
 * before it is put into the page. What stands in its slot `empty` is shown until something was said.
 *
 * A token that the service refuses is the event `footbridge-token-refused`: whoever prevents it gets a better one and
 * calls `detail.again()`.
 */
export class FootbridgeChat extends FootbridgeElement {
  /** A user token, or what gives one each time it is needed. */
  token: Connection['token'];
  /** What the page gives the elements to act with. */
  host: ComponentHost = {};

  #composer: Composer | undefined;
  readonly #setting = chatSetting(this, {
    words: () => this.words,
    askForToken: (again) => !this.tell('footbridge-token-refused', { again }),
    sessionId: () => this.#session?.id,
    signal: () => this.#ending.signal,
    map: () => this.#mapHere(),
  });
  readonly #conversation = new Conversation(this.#setting);
  /** Who wants to read may close it; what is shown on the map opens it again. */
  readonly #map = element('details', { class: 'map', part: 'map', open: true });
  #ownMap: FootbridgeMap | undefined;
  #session: ChatSession | undefined;
  #ending = new AbortController();

  constructor() {
    super(CHAT_CSS);
    this.root.addEventListener('footbridge-answer', (event) => this.#answered((event as CustomEvent<UiAnswer>).detail));
    this.root.addEventListener('footbridge-command', (event) => {
      event.preventDefault();
      this.fillComposer((event as CustomEvent<{ command: string }>).detail.command);
    });
    this.#map.addEventListener('footbridge-map-shown', () => {
      this.#map.open = true;
    });
    this.root.addEventListener('footbridge-app-said', (event) => {
      void this.#conversation.follow((event as CustomEvent<AppSaid>).detail);
    });
  }

  static get observedAttributes(): string[] {
    return ['session-id'];
  }

  attributeChangedCallback(): void {
    if (this.#composer) this.#begin(this.#sessionOfPage());
  }

  /** What it reads ends; the turns go on at the service, and are read again when it is back. */
  disconnectedCallback(): void {
    this.#ending.abort();
    this.#composer = undefined;
    this.#conversation.clear();
  }

  /** Puts a text into the composer. Never sends. */
  fillComposer(text: string): void {
    this.#drawn().composer.fill(text);
  }

  /**
   * Says a message, or answers a question. Resolves when the agent's turn is over; rejects with a `TypeError` while the
   * chat is not in a page.
   */
  async send(said: string | UiAnswer): Promise<void> {
    const answer = typeof said === 'string' ? { message: said } : said;
    await this.#conversation.say(answer, this.#drawn().session.id);
  }

  /** Begins a session in which nothing was said yet. What was said in the one before is kept, but not shown any more. */
  startOver(): void {
    const { composer } = this.#drawn();
    this.#begin(newSession());
    composer.focus();
  }

  /** What there is once it was drawn, which is now at the latest. */
  #drawn(): { composer: Composer; session: ChatSession } {
    if (this.isConnected) this.draw();
    if (!this.#composer || !this.#session) throw new TypeError('Put the chat into the page before you use it.');
    return { composer: this.#composer, session: this.#session };
  }

  protected draw(): void {
    if (this.#composer) return;
    const { words } = this;
    const { log } = this.#conversation;
    this.#composer = composer({ words, send: (text) => void this.send(text) });
    log.frame.setAttribute('aria-label', words('messages'));
    log.frame.append(element('slot', { name: 'empty' }, element('p', { class: 'nothing' }, words('nothing_said'))));
    this.root.replaceChildren(
      element('div', { class: 'chat', part: 'chat' }, this.#map, log.frame, this.#composer.node),
    );
    this.#begin(this.#sessionOfPage());
  }

  #sessionOfPage(): ChatSession {
    const id = this.getAttribute('session-id');
    return id ? { id, isNew: false } : keptSession();
  }

  #begin(session: ChatSession): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#conversation.clear();
    this.#map.replaceChildren(element('summary', {}, this.words('map')));
    this.#ownMap = undefined;
    this.#session = session;
    if (!session.isNew) void new PastMessages(this.#conversation, this.#setting, session.id).show();
  }

  /** Whoever answers by keys goes on where they can write: the choice that they were on cannot be made any more. */
  #answered(answer: UiAnswer): void {
    if (this.root.activeElement?.matches(':focus-visible')) this.#composer?.focus();
    void this.send(answer);
  }

  #mapHere(): FootbridgeMap {
    this.#ownMap ??= new FootbridgeMap();
    if (!this.#ownMap.isConnected) this.#map.append(this.#ownMap);
    return this.#ownMap;
  }
}
