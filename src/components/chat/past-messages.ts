import { fetchMessages, type KeptMessage } from '../../client/agent-ui/fetch-messages.ts';
import { ChatError } from '../../client/chat-error.ts';
import { isOver, NOTHING_YET, type TurnState, textOf } from '../../client/turn/turn-state.ts';
import { element } from '../base/element.ts';
import type { ChatSetting } from './chat-setting.ts';
import type { Conversation } from './conversation.ts';
import { ownMessage, type Reply } from './reply.ts';

/** What was said in a session before: the latest of it at first, and more whenever the person asks. */
export class PastMessages {
  readonly #conversation: Conversation;
  readonly #setting: ChatSetting;
  readonly #sessionId: string;
  readonly #button: HTMLButtonElement;
  readonly #status = element('p', { class: 'quiet', role: 'status' });
  #before: string | undefined;
  #isLatestShown = false;

  constructor(conversation: Conversation, setting: ChatSetting, sessionId: string) {
    this.#conversation = conversation;
    this.#setting = setting;
    this.#sessionId = sessionId;
    this.#button = element(
      'button',
      { class: 'button is-quiet', part: 'earlier', type: 'button', click: () => void this.show() },
      setting.words()('earlier'),
    );
  }

  /** Shows the latest messages, or those before all that are shown. A chat whose past cannot be had goes on all the same. */
  async show(): Promise<void> {
    const { signal, ...connection } = this.#setting.speaking();
    const { log } = this.#conversation;
    this.#button.setAttribute('aria-busy', 'true');
    try {
      const [sessionId, before] = [this.#sessionId, this.#before];
      const page = await fetchMessages(connection, { sessionId, before, signal });
      this.#before = page.next;
      const isLatest = !this.#isLatestShown;
      this.#isLatestShown = true;
      this.#showButton(page.next !== undefined, '');
      const last = page.messages.length - 1;
      await log.prepend(page.messages.map((message, index) => this.#nodeOf(message, isLatest && index === last)));
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ChatError && error.status === 401;
      if (isRefused && this.#setting.askForToken(() => void this.show())) return;
      this.#showButton(true, this.#setting.words()('earlier_lost'));
    } finally {
      this.#button.removeAttribute('aria-busy');
    }
  }

  /** Whoever pressed it by keys stays in the log when it goes. */
  #showButton(isShown: boolean, why: string): void {
    const { above, frame } = this.#conversation.log;
    if (!isShown && this.#button.matches(':focus')) frame.focus();
    this.#status.textContent = why;
    above.replaceChildren(...(isShown ? [this.#button, this.#status] : []));
  }

  #nodeOf(message: KeptMessage, isLast: boolean): HTMLElement {
    const { role, content } = message;
    if (role === 'user') return ownMessage(content, this.#setting.words());
    const { isRunning, envelopes, failure } = message;
    const shown = this.#conversation.newReply({ isReplay: !isRunning });
    if (!isRunning)
      shown.turn.reported = envelopes.filter(({ renderStatus }) => renderStatus !== 'pending').map(({ id }) => id);
    const end = (): void => {
      if (failure !== undefined) shown.failed({ kind: 'failed', message: failure });
      else shown.ended();
    };
    // What runs is told by its stream, and done then.
    const kept = stateOf(isRunning ? { ...message, envelopes: [] } : message);
    shown.turn.state = kept;
    shown.arrived();
    if (isLast) void this.#readAgain(message, shown, kept).then((isWhole) => isWhole || end());
    else end();
    return shown.node;
  }

  /**
   * The stream of the last reply has what its message has not: its buttons, and the rest where it is not over. Gives
   * whether it could be read.
   */
  async #readAgain({ id, content, isRunning }: KeptMessage, shown: Reply, kept: TurnState): Promise<boolean> {
    const envelopes = new Map(kept.parts.map((part) => [part.type === 'envelope' ? part.id : '', part]));
    const error = await this.#conversation.readAgain(id, shown, (state) => {
      if (!isOver(state) && (!isRunning || textOf(state).length < content.length)) return undefined;
      if (isRunning) return state;
      // What is drawn already stays as it is.
      const parts = state.parts.map((part) => (part.type === 'envelope' && envelopes.get(part.id)) || part);
      return { ...state, parts };
    });
    if (error?.kind === 'failed') shown.failed(error);
    return error === undefined || error.kind === 'failed';
  }
}

/** A message as the state of its turn, for as much as it holds. */
function stateOf({ content, envelopes }: Pick<KeptMessage, 'content' | 'envelopes'>): TurnState {
  return {
    ...NOTHING_YET,
    parts: [
      ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
      ...envelopes.map(({ id, createdAtMs, envelope }) => ({ type: 'envelope' as const, id, createdAtMs, envelope })),
    ],
    end: { type: 'done' },
  };
}
