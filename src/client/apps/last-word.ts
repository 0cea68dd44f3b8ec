/** Between two that are sent, milliseconds. */
const INTERVAL_MS = 1_000;

/**
 * Sends what counts only as long as nothing newer is there: the first at once, and of all that comes within a second
 * after it the last. Whoever was overtaken has its word when the newer one has been sent.
 */
export class LastWord<T> {
  readonly #send: (word: T) => Promise<void>;
  #waiting: { word: T; sent: Promise<void> } | undefined;
  #pause: Promise<unknown> = Promise.resolve();

  constructor(send: (word: T) => Promise<void>) {
    this.#send = send;
  }

  say(word: T): Promise<void> {
    if (this.#waiting) this.#waiting.word = word;
    else this.#waiting = { word, sent: this.#pause.then(() => this.#sendLast()) };
    return this.#waiting.sent;
  }

  async #sendLast(): Promise<void> {
    const { word } = this.#waiting as { word: T };
    this.#waiting = undefined;
    const sending = this.#send(word);
    const wait = new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    this.#pause = Promise.allSettled([sending, wait]);
    await sending;
  }
}
