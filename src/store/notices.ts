import type { StoreListener } from '../protocol/store.ts';

/** What the listener is to be told once the transaction that it comes from has committed. */
export class Notices {
  #listener: StoreListener | undefined;
  #hasWork = false;
  #stopped: string[] = [];

  listen(listener: StoreListener): void {
    this.#listener = listener;
  }

  work(): void {
    this.#hasWork = true;
  }

  stopAsked(turnId: string): void {
    this.#stopped.push(turnId);
  }

  /** Of these it is told at once: nothing here waits for a commit. */
  logged(turnIds: readonly string[]): void {
    this.#listener?.onLogged?.(turnIds);
  }

  reading(turnIds: readonly string[]): void {
    this.#listener?.onReading?.(turnIds);
  }

  /** Tells it, but not before the caller's own turn is over. */
  send(): void {
    if (!this.#hasWork && this.#stopped.length === 0) return;
    const [hasWork, stopped] = [this.#hasWork, this.#stopped];
    this.drop();
    queueMicrotask(() => {
      for (const turnId of stopped) this.#listener?.onStopAsked(turnId);
      if (hasWork) this.#listener?.onWork();
    });
  }

  /** Nothing of it happened. */
  drop(): void {
    this.#hasWork = false;
    this.#stopped = [];
  }
}
