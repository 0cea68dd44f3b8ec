import { reasonOf } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Database, Plan } from '../connection/database.ts';
import type { Claim } from '../connection/postgres-errors.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { giveBack, strayClaims } from './give-back.ts';
import { buryWrites, type Instance, type SilentInstance } from './instance.ts';
import { type Reaped, reap } from './reap.ts';
import { Repetition } from './repetition.ts';

const STOP_ASKED: Statement = {
  name: 'turn.stop_asked',
  text: 'select turn_id from turn where instance_id = $1 and is_stop_asked',
};
/** A commit whose answer was cut may still happen for so long. */
const ORPHANS_LOOKED_FOR_MS = 60_000;

interface Orphan extends Claim {
  lostAtMs: number;
}

/** What every instance does again and again: shows that it lives, and picks up what was dropped. */
export class Upkeep {
  readonly #database: Database;
  readonly #instance: Instance;
  readonly #context: StoreContext;
  readonly #log: Log;
  readonly #repetitions: readonly Repetition[];
  #orphans: Orphan[] = [];
  #told = new Set<string>();

  constructor(options: {
    database: Database;
    instance: Instance;
    context: StoreContext;
    log: Log;
    everyMs: number;
  }) {
    this.#database = options.database;
    this.#instance = options.instance;
    this.#context = options.context;
    this.#log = options.log;
    const repeated = (work: () => Promise<void>) =>
      new Repetition({
        ...{ everyMs: options.everyMs, work },
        onFault: (error) => this.#log.warn({ reason: reasonOf(error) }, 'the database does not answer; trying again'),
      });
    // Apart from each other: taking up what others left may take its time, and to show that one lives must not.
    this.#repetitions = [repeated(() => this.#instance.beat()), repeated(() => this.#round())];
  }

  start(): void {
    for (const repetition of this.#repetitions) repetition.start();
  }

  /** Resolves when nothing of it is under way any more. */
  async close(): Promise<void> {
    await Promise.all(this.#repetitions.map((repetition) => repetition.close()));
  }

  /** Takes this instance out, with what it still has claimed. Once everything else has ended. */
  async leave(): Promise<void> {
    await this.#instance.leave();
    await this.reap({ silent: [], rowless: [this.#instance.id] });
  }

  /** Claims of a commit whose outcome is not known. Nobody was given them. */
  giveBackLater(claims: readonly Claim[]): void {
    const lostAtMs = performance.now();
    this.#orphans.push(...claims.map((claim) => ({ ...claim, lostAtMs })));
  }

  /** Takes what these instances had claimed away from them. */
  async reap(dead: { silent: readonly SilentInstance[]; rowless: readonly number[] }): Promise<void> {
    if (dead.silent.length + dead.rowless.length === 0) return;
    const reaped = await this.#database.transact(async (transaction): Promise<Plan<Reaped>> => {
      const buried = dead.silent.length > 0 ? await transaction.rows<SilentInstance>(buryWrites(dead.silent)) : [];
      const ids = [...buried.map(({ instance_id: id }) => id), ...dead.rowless];
      return reap(transaction, ids, this.#context);
    });
    if (Object.values(reaped).some((count) => count > 0)) {
      this.#log.info(
        { instances: [...dead.silent.map(({ instance_id: id }) => id), ...dead.rowless], ...reaped },
        'claims of instances that are gone wait again',
      );
    }
  }

  async #round(): Promise<void> {
    await this.reap(await this.#instance.look());
    await this.#giveBack();
    await this.#tellStopAsked();
  }

  async #giveBack(): Promise<void> {
    if (this.#orphans.length === 0) return;
    const stray = await this.#database.rows<Claim>(strayClaims(this.#orphans));
    if (stray.length > 0) {
      const items = await this.#database.transact((transaction) => giveBack(transaction, stray, this.#context));
      this.#log.info({ items }, 'claims of a commit that was cut wait again');
    }
    const isGivenBack = (orphan: Orphan) => stray.some(({ id, epoch }) => id === orphan.id && epoch === orphan.epoch);
    const nowMs = performance.now();
    this.#orphans = this.#orphans.filter(
      (orphan) => nowMs - orphan.lostAtMs < ORPHANS_LOOKED_FOR_MS && !isGivenBack(orphan),
    );
  }

  /** The second net under the notice of a stop. */
  async #tellStopAsked(): Promise<void> {
    const asked = await this.#database.rows<{ turn_id: string }>(bind(STOP_ASKED, this.#instance.id));
    const turnIds = new Set(asked.map((row) => row.turn_id));
    for (const turnId of turnIds) if (!this.#told.has(turnId)) this.#context.notices.stopAsked(turnId);
    this.#told = turnIds;
    this.#context.notices.send();
  }
}
