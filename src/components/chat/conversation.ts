import type { UiAnswer } from '../../client/answers/ui-answer.ts';
import { ChatError } from '../../client/chat-error.ts';
import { randomId } from '../../client/random-id.ts';
import { type ChatStream, chatStream, resumeStream, type StreamOptions } from '../../client/stream/chat-stream.ts';
import type { TurnState } from '../../client/turn/turn-state.ts';
import type { Dialect } from '../../protocol/ui/turn-client.ts';
import type { AppSaid } from '../apps/app-page.ts';
import type { FootbridgeTurn } from '../turn/turn-element.ts';
import type { ChatSetting } from './chat-setting.ts';
import { ownMessage, type Reply, reply } from './reply.ts';
import { ScrolledLog } from './scrolled-log.ts';

type Said = Pick<UiAnswer, 'message'> & Partial<UiAnswer>;

type ToShow = (state: TurnState) => TurnState | undefined;

/** What is said in a session, as it is being said. */
export class Conversation {
  readonly log = new ScrolledLog();
  readonly #setting: ChatSetting;
  readonly #answered = new Map<string, string>();
  readonly #turns = new Set<FootbridgeTurn>();

  constructor(setting: ChatSetting) {
    this.#setting = setting;
  }

  clear(): void {
    this.log.clear();
    this.#answered.clear();
    this.#turns.clear();
  }

  /** Says a message, or answers a question. Resolves when the agent's turn is over. */
  async say(said: Said, sessionId: string): Promise<void> {
    if (said.uiResponse) this.#markAnswered(said.uiResponse.id, said.message);
    this.log.add(ownMessage(said.message, this.#setting.words()));
    // The key stays with the message: however often it is tried, it is one turn.
    await this.#attempt(said, sessionId, randomId());
  }

  /** Shows a turn that an app began, which spoke for the person. */
  async follow({ turnId, text }: AppSaid): Promise<void> {
    if (text !== '') this.log.add(ownMessage(text, this.#setting.words()));
    const shown = this.newReply({ isReplay: false });
    this.log.add(shown.node);
    const error = await this.readAgain(turnId, shown);
    if (error) shown.failed(error);
  }

  newReply({ isReplay }: { isReplay: boolean }): Reply {
    const shown = reply(this.#setting.words());
    this.#setting.dress(shown.turn);
    shown.turn.isReplay = isReplay;
    shown.turn.answered = this.#answered;
    this.#turns.add(shown.turn);
    return shown;
  }

  /**
   * Reads a turn that was begun before, from its beginning. `toShow` gives what of a state is shown, or nothing while
   * what stands there already says more.
   */
  readAgain(turnId: string, shown: Reply, toShow?: ToShow): Promise<ChatError | undefined> {
    return this.#read(resumeStream({ ...this.#speaking(shown), turnId }), shown, toShow);
  }

  async #attempt(said: Said, sessionId: string, key: string): Promise<void> {
    const shown = this.newReply({ isReplay: false });
    this.log.add(shown.node);
    const error = await this.#read(
      chatStream({ ...this.#speaking(shown), ...said, sessionId, idempotencyKey: key }),
      shown,
    );
    if (!error) return;
    const again = (nextKey: string) => () => {
      shown.node.remove();
      void this.#attempt(said, sessionId, nextKey);
    };
    if (error.status === 401 && this.#setting.askForToken(again(key))) shown.node.remove();
    // A turn that failed is over: trying again is a new one.
    else shown.failed(error, again(error.kind === 'failed' ? randomId() : key));
  }

  /** Shows a turn to its end, or to the end of this chat. Gives why there is no whole answer. */
  async #read(
    stream: ChatStream<Dialect>,
    shown: Reply,
    toShow: ToShow = (state) => state,
  ): Promise<ChatError | undefined> {
    const { signal } = this.#setting.speaking();
    const show = () => {
      const state = toShow(stream.state);
      if (state && !signal.aborted) this.#show(state, shown);
    };
    try {
      for await (const _ of stream) show();
      // The end may have come without an event.
      show();
      shown.ended();
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      show();
      return error instanceof ChatError ? error : new ChatError('failed', '');
    }
  }

  #speaking(shown: Reply): StreamOptions<Dialect> {
    return { ...this.#setting.speaking(), onConnection: (isThere) => shown.waiting(!isThere) };
  }

  #show(state: TurnState, shown: Reply): void {
    for (const part of state.parts) if (part.type === 'answer') this.#markAnswered(part.id, part.label);
    shown.turn.state = state;
    shown.arrived();
  }

  #markAnswered(id: string, label: string): void {
    if (this.#answered.get(id) === label) return;
    this.#answered.set(id, label);
    for (const turn of this.#turns) turn.answered = this.#answered;
  }
}
