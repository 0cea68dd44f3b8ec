import type { Log } from '../../../protocol/log.ts';
import type { Database } from '../connection/database.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';

/*
 * Every open store is an instance with a row that it counts up again and again. Who looks at the rows and sees one that
 * was not counted up for too long takes its owner for dead. Each looks by his own clock, which never jumps, and only
 * believes it when he has looked all the time himself: after the database was gone, or the whole machine asleep, nobody
 * could count, and the living have to be given the time to show up.
 *
 * The dead one's row goes in the transaction that takes its claims away. Should it still live, it finds its row gone,
 * and goes on as a new instance.
 */

/** How often an instance shows that it lives, and how long it may be silent. */
export interface Heartbeat {
  everyMs: number;
  deadAfterMs: number;
}

export const HEARTBEAT: Heartbeat = { everyMs: 2_000, deadAfterMs: 10_000 };

const REGISTER: Statement = {
  name: 'instance.register',
  text: `
    insert into instance (instance_id, label, beat, seen_at) values (nextval('instance_seq'), $1, 0, clock_timestamp())
    returning instance_id`,
};
const BEAT: Statement = {
  name: 'instance.beat',
  text: `
    update instance set beat = beat + 1, seen_at = clock_timestamp() where instance_id = $1 returning instance_id`,
};
const LOOK: Statement = { name: 'instance.look', text: 'select instance_id, beat from instance' };
/** Those that have claims and no row: they were taken for dead, or have left, while something was under way. */
const ROWLESS: Statement = {
  name: 'instance.rowless',
  text: `
    select distinct claimed.instance_id
    from (
      select instance_id from turn where instance_id is not null
      union select instance_id from delivery where instance_id is not null
    ) as claimed
    where not exists (select 1 from instance where instance.instance_id = claimed.instance_id)`,
};
const BURY: Statement = {
  name: 'instance.bury',
  text: `
    delete from instance using json_to_recordset($1) as row (instance_id bigint, beat bigint)
    where instance.instance_id = row.instance_id and instance.beat = row.beat
    returning instance.instance_id`,
};

const PROBE: Statement = {
  name: 'instance.probe',
  text: 'update instance set seen_at = clock_timestamp() where instance_id = $1',
};
const LEAVE: Statement = { name: 'instance.leave', text: 'delete from instance where instance_id = $1' };

/** An instance that nobody has heard of for too long, and the beat at which it fell silent. */
export interface SilentInstance {
  instance_id: number;
  beat: number;
}

/** Writes the moment into this instance's row: of no meaning to anybody, to see that writing works. */
export function writeNothing(instanceId: number): Query {
  return bind(PROBE, instanceId);
}

/** Takes away the rows of silent instances, and gives one for each. One that has shown up meanwhile keeps its row. */
export function buryWrites(silent: readonly SilentInstance[]): Query {
  return bindRows(
    BURY,
    silent.map(({ instance_id, beat }) => ({ instance_id, beat })),
  );
}

/** This instance's row, and what it sees of the others. */
export class Instance {
  readonly #database: Database;
  readonly #heartbeat: Heartbeat;
  readonly #label: string;
  readonly #log: Log;
  #id = 0;
  #seen = new Map<number, { beat: number; atMs: number }>();
  #lookedAtMs: number | undefined;

  constructor(database: Database, options: { heartbeat: Heartbeat; label: string; log: Log }) {
    this.#database = database;
    this.#heartbeat = options.heartbeat;
    this.#label = options.label;
    this.#log = options.log;
  }

  get id(): number {
    return this.#id;
  }

  async register(): Promise<void> {
    const [row] = await this.#database.rows<{ instance_id: number }>(bind(REGISTER, this.#label));
    this.#id = row?.instance_id ?? 0;
  }

  /** Shows that it lives. */
  async beat(): Promise<void> {
    if ((await this.#database.rows(bind(BEAT, this.#id))).length > 0) return;
    const former = this.#id;
    await this.register();
    this.#log.warn(
      { instance: this.#id, former },
      'this instance was taken for dead, and goes on as a new one; what it had claimed may run elsewhere',
    );
  }

  /** Looks at the others. Gives those that are dead, with a row to bury or without. */
  async look(): Promise<{ silent: SilentInstance[]; rowless: number[] }> {
    const atMs = performance.now();
    const wasAway = this.#lookedAtMs === undefined || atMs - this.#lookedAtMs > this.#heartbeat.deadAfterMs / 2;
    this.#lookedAtMs = undefined;
    const rows = await this.#database.rows<SilentInstance>(bind(LOOK));
    const rowless = await this.#database.rows<{ instance_id: number }>(bind(ROWLESS));
    const before = wasAway ? new Map<number, { beat: number; atMs: number }>() : this.#seen;
    this.#seen = new Map(
      rows.map(({ instance_id: id, beat }) => {
        const last = before.get(id);
        return [id, last?.beat === beat ? last : { beat, atMs }];
      }),
    );
    this.#lookedAtMs = atMs;
    const silent = rows.filter(({ instance_id: id }) => {
      const seen = this.#seen.get(id);
      return id !== this.#id && seen !== undefined && atMs - seen.atMs >= this.#heartbeat.deadAfterMs;
    });
    return { silent, rowless: rowless.map((row) => row.instance_id) };
  }

  /** Takes its row away: it claims nothing any more. */
  async leave(): Promise<void> {
    await this.#database.rows(bind(LEAVE, this.#id));
  }
}
