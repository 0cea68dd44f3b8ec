import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { LogEntry, LoggedEvent, TurnLog } from '../../protocol/turn-log.ts';
import { endingEvents, type TurnEnding } from './turn-ending.ts';
import { TurnFeed } from './turn-feed.ts';

/** How long what is said is gathered before it is kept. */
const GATHER_MS = 25;
const MAX_GATHERED = 100;
/** A store that cannot write is asked again so much later. */
const RETRY_MS = 1_000;

/** The last that a run has to keep, with the end of its turn. */
export interface Closing {
  ending: TurnEnding;
  entry: LogEntry;
}

/**
 * One run of a turn whose channel keeps a log. Readers in this process have what is said at once; the store has it right
 * behind, in few writes, one at a time. What a crash loses of that is said anew by the next run.
 *
 * What could not be kept is kept later, the whole run in one entry, so nothing waits here in pieces meanwhile.
 */
export class LoggedRun {
  readonly feed: TurnFeed;
  readonly #store: { turnLog: Pick<TurnLog, 'append'> };
  readonly #claim: { turnId: string; epoch: number };
  readonly #log: Log;
  #gathered: LoggedEvent[] = [];
  /** Whether the next entry has to be all of the run. */
  #mustReplace = true;
  #isLost = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    work: { turnId: string; epoch: number; attempt: number },
    deps: { store: { turnLog: Pick<TurnLog, 'append'> }; log: Log; onAdded: () => void },
  ) {
    this.feed = new TurnFeed(work.attempt, deps.onAdded);
    this.#claim = { turnId: work.turnId, epoch: work.epoch };
    this.#store = deps.store;
    this.#log = deps.log;
  }

  say(delta: string): void {
    const { added, wasMerged } = this.feed.add({ type: 'text', delta });
    if (wasMerged) this.#mustReplace = true;
    this.#gathered.push(added);
    if (this.#gathered.length >= MAX_GATHERED) this.#keepNow();
    else this.#keepSoon(GATHER_MS);
  }

  /** What is to be kept with the end of the turn. Nothing is said any more until then. */
  async closing(ending: TurnEnding): Promise<Closing> {
    clearTimeout(this.#timer);
    await this.#writing;
    clearTimeout(this.#timer);
    const events = this.feed.numbered(endingEvents(ending, this.feed.text));
    return { ending, entry: this.#entry(events) };
  }

  /** It was kept with the end of its turn: now its readers hear of it. */
  close({ ending }: Closing): void {
    this.leave();
    for (const event of endingEvents(ending, this.feed.text)) this.feed.add(event);
  }

  /** The turn ended in another way than it was to, and nothing of this was kept with its end. */
  async closeLate(ending: TurnEnding): Promise<void> {
    const closing = await this.closing(ending);
    this.close(closing);
    await this.#append(closing.entry);
  }

  /** Nobody hears of it any more. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#isLost = true;
  }

  #entry(ending: readonly LoggedEvent[] = []): LogEntry {
    const replaces = this.#mustReplace;
    const events = replaces && this.#gathered.at(0)?.seq !== 1 ? this.feed.whole() : this.#gathered;
    return { run: this.feed.run, events: [...events, ...ending], replaces };
  }

  #keepSoon(afterMs: number): void {
    if (this.#timer === undefined && this.#writing === undefined && !this.#isLost) {
      this.#timer = setTimeout(() => this.#keepNow(), afterMs).unref();
    }
  }

  #keepNow(): void {
    if (this.#writing !== undefined || this.#isLost) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entry = this.#entry();
    this.#gathered = [];
    this.#mustReplace = false;
    this.#writing = this.#append(entry).finally(() => {
      this.#writing = undefined;
      if (this.#mustReplace) this.#keepSoon(RETRY_MS);
      else if (this.#gathered.length > 0) this.#keepSoon(GATHER_MS);
    });
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
      const facts = { turn_id: this.#claim.turnId, reason: reasonOf(error) };
      this.#log.warn(facts, 'what a turn says could not be kept yet; it is kept later');
    }
  }
}
