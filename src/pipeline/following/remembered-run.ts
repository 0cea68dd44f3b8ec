import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { TurnEvent, TurnLog } from '../../protocol/turn-log.ts';
import type { Closing, RunRecord } from './run-record.ts';
import type { TurnEnding } from './turn-ending.ts';
import { wholeLog } from './whole-log.ts';

/** One run of a turn that nobody follows: what was asked and answered is kept for an agent that remembers. */
export class RememberedRun implements RunRecord {
  readonly #claim: { turnId: string; epoch: number };
  readonly #run: number;
  readonly #asked: TurnEvent;
  readonly #store: { turnLog: Pick<TurnLog, 'append'> };
  readonly #log: Log;

  constructor(
    { turnId, epoch, attempt }: { turnId: string; epoch: number; attempt: number },
    asked: TurnEvent,
    deps: { store: { turnLog: Pick<TurnLog, 'append'> }; log: Log },
  ) {
    this.#claim = { turnId, epoch };
    this.#run = attempt;
    this.#asked = asked;
    this.#store = deps.store;
    this.#log = deps.log;
  }

  async closing(ending: TurnEnding): Promise<Closing> {
    return { ending, entry: wholeLog({ run: this.#run, asked: this.#asked, ending }) };
  }

  close(): void {}

  async closeLate(ending: TurnEnding): Promise<void> {
    const { entry } = await this.closing(ending);
    try {
      await this.#store.turnLog.append({ ...entry, ...this.#claim });
    } catch (error) {
      const facts = { turn_id: this.#claim.turnId, reason: reasonOf(error) };
      this.#log.warn(facts, 'what was said in a turn could not be kept: the agent will not remember it');
    }
  }
}
