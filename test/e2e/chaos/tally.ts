import type { TelegramEmulator } from '../../../src/emulators/telegram/index.ts';

/** A message of the bot's and when the platform took it. */
interface Reply {
  text: string;
  atMs: number;
}

/** What became of the messages that were acknowledged. */
export interface Tally {
  accepted: number;
  /** Never answered. */
  lost: number;
  /** Conversations whose answers, each where it came first, are not in the order of the questions. */
  outOfOrder: number;
  /** Answers that came again. */
  doubled: number;
  /** Of these, the ones between whose copies nobody died and nothing was away: nothing explains them. */
  unexplained: number;
}

/** Hears what a bot says, from the platform's side. */
export class Witness {
  readonly #replies = new Map<number, Reply[]>();
  readonly #crashes: { fromMs: number; untilMs: number }[] = [];

  constructor(telegram: TelegramEmulator) {
    telegram.subscribe((event) => {
      if (event.type !== 'message' || event.message.from?.id !== telegram.bot.id) return;
      const replies = this.#replies.get(event.chatId) ?? [];
      replies.push({ text: event.message.text ?? '', atMs: performance.now() });
      this.#replies.set(event.chatId, replies);
    });
  }

  /** A process that sends was killed just now. */
  crashed(): void {
    const nowMs = performance.now();
    // What was on its way then may be read a little later.
    this.#crashes.push({ fromMs: nowMs, untilMs: nowMs + 250 });
  }

  /** Nothing can be written down while `fault` lasts. */
  async without(fault: () => Promise<void>): Promise<void> {
    const fromMs = performance.now();
    await fault();
    this.#crashes.push({ fromMs, untilMs: performance.now() });
  }

  get crashes(): number {
    return this.#crashes.length;
  }

  #isExplained(firstMs: number, secondMs: number): boolean {
    return this.#crashes.some(({ fromMs, untilMs }) => fromMs <= secondMs && untilMs >= firstMs);
  }

  tally(acknowledged: ReadonlyMap<number, readonly string[]>): Tally {
    const tally: Tally = { accepted: 0, lost: 0, outOfOrder: 0, doubled: 0, unexplained: 0 };
    for (const [person, texts] of acknowledged) {
      const replies = this.#replies.get(person) ?? [];
      const first = new Map<string, number>();
      for (const { text, atMs } of replies) {
        const earlierMs = first.get(text);
        if (earlierMs === undefined) first.set(text, atMs);
        else {
          tally.doubled++;
          if (!this.#isExplained(earlierMs, atMs)) tally.unexplained++;
        }
      }
      const wanted = texts.map((text) => `re: ${text}`);
      tally.accepted += wanted.length;
      tally.lost += wanted.filter((text) => !first.has(text)).length;
      const answered = wanted.filter((text) => first.has(text));
      if (answered.some((text, place) => [...first.keys()][place] !== text)) tally.outOfOrder++;
    }
    return tally;
  }
}
