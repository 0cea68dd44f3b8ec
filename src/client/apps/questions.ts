import type { Ask } from './dialogs.ts';
import { Refusal } from './refusal.ts';
import type { Words } from './words.ts';

/** Questions that wait behind the one that is shown. */
const MAX_WAITING = 3;
/** So often in a row a person says no before an app cannot ask any more. */
const MAX_NOES = 5;

/**
 * The questions of one app to the person: one at a time, few that wait, and none any more for an app that was told no
 * again and again. `ask` throws a `Refusal` for a question that is not shown.
 */
export class Questions {
  readonly #show: Ask;
  readonly #words: Words;
  readonly #onMuted: () => void;
  #open = 0;
  #noes = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(show: Ask, { words, onMuted }: { words: Words; onMuted: () => void }) {
    this.#show = show;
    this.#words = words;
    this.#onMuted = onMuted;
  }

  readonly ask: Ask = (question, signal) => {
    if (this.#noes >= MAX_NOES) return Promise.reject(new Refusal(this.#words.muted));
    if (this.#open > MAX_WAITING) return Promise.reject(new Refusal(this.#words.tooManyQuestions));
    this.#open += 1;
    const answer = this.#last.then(() => this.#showNow(question, signal));
    this.#last = answer
      .catch(() => {})
      .finally(() => {
        this.#open -= 1;
      });
    return answer;
  };

  async #showNow(...[question, signal]: Parameters<Ask>): Promise<string | undefined> {
    if (this.#noes >= MAX_NOES) throw new Refusal(this.#words.muted);
    if (signal.aborted) return undefined;
    const answer = await this.#show(question, signal);
    this.#noes = answer === undefined ? this.#noes + 1 : 0;
    if (this.#noes === MAX_NOES) this.#onMuted();
    return answer;
  }
}
