import type { TurnFeed } from './turn-feed.ts';

/** Somebody reads a turn here, wherever it runs. */
export interface TurnWatch {
  /** What the turn says, while it runs in this process, and after that until the watch is closed. */
  feed(): TurnFeed | undefined;
  /** Resolves when there may be something new, at the latest after so many milliseconds, or when it is closed. */
  news(atMostMs?: number): Promise<void>;
  close(): void;
}

/** News that come while nobody waits for them are told to whoever waits next. */
export class News {
  #isNew = false;
  #tell: (() => void) | undefined;

  tell(): void {
    if (this.#tell) this.#tell();
    else this.#isNew = true;
  }

  wait(atMostMs: number | undefined): Promise<void> {
    if (this.#isNew) {
      this.#isNew = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.#tell = () => {
        clearTimeout(timer);
        this.#tell = undefined;
        resolve();
      };
      if (atMostMs !== undefined) timer = setTimeout(this.#tell, atMostMs).unref();
    });
  }
}
