import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { LogEntry, LoggedEvent, TurnEvent, TurnLog } from '../../protocol/turn-log.ts';
import type { Closing, RunRecord } from './run-record.ts';
import type { Together } from './together.ts';
import { endingEvents, restOf, type TurnEnding } from './turn-ending.ts';
import { TurnFeed } from './turn-feed.ts';

/** With so many events gathered, it is kept at once. */
const MAX_GATHERED = 100;
/** A store that cannot write is asked again so much later. */
const RETRY_MS = 1_000;

/** What is kept together with what other runs say: what a run says first, and what it says next. */
export interface Gathering {
  first: Together;
  next: Together;
}

/**
 * One run of a turn whose channel keeps a log. Readers in this process have what is said at once; the store has it right
 * behind, in few writes, one at a time. What a crash loses of that is said anew by the next run.
 *
 * What could not be kept is kept later, the whole run in one entry, so nothing waits here in pieces meanwhile.
 */
export class LoggedRun implements RunRecord {
  readonly feed: TurnFeed;
  readonly #store: { turnLog: Pick<TurnLog, 'append'> };
  readonly #claim: { turnId: string; epoch: number };
  readonly #log: Log;
  readonly #together: Gathering;
  readonly #keep = () => this.#keepNow();
  #gathered: LoggedEvent[] = [];
  /** All of the reply's text, where it was said before the end. */
  #allSaid: string | undefined;
  /** Whether the next entry has to be all of the run. */
  #mustReplace = true;
  #hasFailed = false;
  #isLost = false;
  #retry: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    work: { turnId: string; epoch: number; attempt: number },
    deps: { store: { turnLog: Pick<TurnLog, 'append'> }; log: Log; together: Gathering; onAdded: () => void },
  ) {
    this.feed = new TurnFeed(work.attempt, deps.onAdded);
    this.#claim = { turnId: work.turnId, epoch: work.epoch };
    this.#store = deps.store;
    this.#log = deps.log;
    this.#together = deps.together;
  }

  say(delta: string): void {
    this.tell({ type: 'text', delta });
  }

  /** Says what is left of the whole text of a reply. Gives whether that goes on from what was said; else nothing is said. */
  sayAll(text: string): boolean {
    const rest = restOf(text, this.feed.text);
    if (rest === text && this.feed.text.trim() !== '') return false;
    if (rest !== '') this.say(rest);
    this.#allSaid = text;
    return true;
  }

  get #said(): string {
    return this.#allSaid ?? this.feed.text;
  }

  /** Tells something that is no end. */
  tell(event: TurnEvent): void {
    const { added, wasMerged } = this.feed.add(event);
    if (wasMerged) this.#mustReplace = true;
    // Where all of it is to be kept anew, the feed has it; from the beginning on, so have we.
    if (!this.#mustReplace || added.seq === this.#gathered.length + 1) this.#gathered.push(added);
    if (this.#gathered.length >= MAX_GATHERED) this.#keepNow();
    else this.#keepSoon();
  }

  /** What is to be kept with the end of the turn. Nothing is said any more until then. */
  async closing(ending: TurnEnding): Promise<Closing> {
    await this.#writing;
    this.#wait();
    const events = this.feed.numbered(endingEvents(ending, this.#said));
    return { ending, entry: this.#entry(events) };
  }

  /** It was kept with the end of its turn: now its readers hear of it. */
  close({ ending }: Closing): void {
    this.leave();
    for (const event of endingEvents(ending, this.#said)) this.feed.add(event);
  }

  /** The turn ended in another way than it was to, and nothing of this was kept with its end. */
  async closeLate(ending: TurnEnding): Promise<void> {
    const closing = await this.closing(ending);
    this.close(closing);
    await this.#append(closing.entry);
  }

  /** Nobody hears of it any more. */
  leave(): void {
    this.#wait();
    this.#isLost = true;
  }

  /** Nothing is kept until something more is said. */
  #wait(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#together.first.withdraw(this.#keep);
    this.#together.next.withdraw(this.#keep);
  }

  #entry(ending: readonly LoggedEvent[] = []): LogEntry {
    const replaces = this.#mustReplace;
    const events = replaces && this.#gathered.at(0)?.seq !== 1 ? this.feed.whole() : this.#gathered;
    return { run: this.feed.run, events: [...events, ...ending], replaces };
  }

  #keepSoon(): void {
    if (this.#retry !== undefined || this.#writing !== undefined || this.#isLost) return;
    const { first, next } = this.#together;
    (this.#mustReplace ? first : next).soon(this.#keep);
  }

  #keepNow(): void {
    if (this.#writing !== undefined || this.#retry !== undefined || this.#isLost) return;
    this.#wait();
    const entry = this.#entry();
    this.#gathered = [];
    this.#mustReplace = false;
    this.#hasFailed = false;
    this.#writing = this.#append(entry).finally(() => {
      this.#writing = undefined;
      if (this.#hasFailed && !this.#isLost) this.#retry = setTimeout(() => this.#again(), RETRY_MS).unref();
      else if (this.#gathered.length > 0 || this.#mustReplace) this.#keepSoon();
    });
  }

  #again(): void {
    this.#retry = undefined;
    this.#keepNow();
  }

  async #append(entry: LogEntry): Promise<void> {
    try {
      await this.#store.turnLog.append({ ...entry, ...this.#claim });
    } catch (error) {
      const code = error instanceof BridgeError ? error.code : undefined;
      if (code === 'claim_lost' || code === 'shutting_down') {
        this.#isLost = true;
        return;
      }
      this.#mustReplace = true;
      this.#hasFailed = true;
      const facts = { turn_id: this.#claim.turnId, reason: reasonOf(error) };
      this.#log.warn(facts, 'what a turn says could not be kept yet; it is kept later');
    }
  }
}
