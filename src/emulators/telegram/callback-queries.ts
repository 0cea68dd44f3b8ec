import { badRequest } from './refusal.ts';

/** How long a press waits for its answer. Not documented; people report failures from 10 to 20 seconds on. */
const LIFETIME_MS = 15_000;

const MAX_OPEN = 1000;

/** "0-200 characters", Telegram Bot API, answerCallbackQuery, read 2026-11. */
const MAX_TOAST_LENGTH = 200;

/** How a press ended. Without an answer in time the person sees nothing but a spinner that stops. */
export interface PressResult {
  isAnswered: boolean;
  /** Empty = no toast was shown. */
  text: string;
  /** A dialog instead of a toast that fades. */
  showAlert: boolean;
  url?: string;
}

interface OpenQuery {
  openedMs: number;
  settle: (result: PressResult) => void;
}

/** Presses that wait for `answerCallbackQuery`. Each can be answered once, within 15 seconds. */
export class CallbackQueries {
  readonly #now: () => number;
  readonly #open = new Map<string, OpenQuery>();
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  open(): { id: string; result: Promise<PressResult> } {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MAX_OPEN) this.#close(oldest);
    const id = String(4_000_000_000_000_000 + ++this.#lastId);
    const result = new Promise<PressResult>((resolve) => {
      const timer = setTimeout(() => this.#close(id), LIFETIME_MS);
      timer.unref();
      const settle = (outcome: PressResult) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(outcome);
      };
      this.#open.set(id, { openedMs: this.#now(), settle });
    });
    return { id, result };
  }

  /** Throws the refusal of a query that is unknown, answered already or too old. */
  answer(id: string, answer: Omit<PressResult, 'isAnswered'>): void {
    const query = this.#open.get(id);
    const isTooOld = query !== undefined && this.#now() - query.openedMs > LIFETIME_MS;
    if (isTooOld) this.#close(id);
    if (!query || isTooOld) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    if (answer.text.length > MAX_TOAST_LENGTH) throw badRequest('MESSAGE_TOO_LONG');
    query.settle({ isAnswered: true, ...answer });
  }

  closeAll(): void {
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  #close(id: string): void {
    this.#open.get(id)?.settle({ isAnswered: false, text: '', showAlert: false });
  }
}
