import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';

/*
 * A lane has a row for as long as an item waits or runs in it, and that row is the lock of everything in the lane: who
 * changes an item has locked its lane first, in the same transaction, and reads the item after that. So the counters are
 * always true, two instances never claim out of one lane, and places are given in the order of the commits.
 *
 * Locks are taken in one order everywhere: lanes of turns by name, lanes of deliveries by name, buckets by name.
 *
 * `due_ms` 0 means that nothing holds the lane back. Free lanes take turns: a lane joins behind the newest item when it
 * is done with one and when its hold is over, so neither a long backlog nor a platform that is down starves the others.
 */

export interface LaneRow {
  name: string;
  /** The channel of what stands in it; in lanes of deliveries only. */
  channel?: string;
  waiting: number;
  running: number;
  due_ms: number;
  held_at_ms: number;
  position: number;
}

/** The tables that have lanes. */
export type LaneKind = 'turn_lane' | 'delivery_lane';

interface LaneStatements {
  write: Statement;
  remove: Statement;
}

function statementsOf(table: LaneKind): LaneStatements {
  return {
    write: {
      name: `${table}.write`,
      text: `
        update ${table} as lane set waiting = row.waiting, running = row.running, due_ms = row.due_ms,
          held_at_ms = row.held_at_ms, position = row.position
        from json_to_recordset($1) as row
          (name text, waiting integer, running integer, due_ms bigint, held_at_ms bigint, position bigint)
        where lane.name = row.name`,
    },
    remove: { name: `${table}.remove`, text: `delete from ${table} where name = any($1::text[])` },
  };
}

const STATEMENTS: Readonly<Record<LaneKind, LaneStatements>> = {
  turn_lane: statementsOf('turn_lane'),
  delivery_lane: statementsOf('delivery_lane'),
};

/** Lanes that this transaction has locked, as they are now and will be when it commits. */
export class LockedLanes {
  readonly #kind: LaneKind;
  readonly #lanes = new Map<string, LaneRow>();
  readonly #changed = new Set<LaneRow>();
  readonly #wereFree: LaneRow[] = [];

  constructor(kind: LaneKind, rows: readonly LaneRow[]) {
    this.#kind = kind;
    for (const row of rows) {
      this.#lanes.set(row.name, row);
      // Made by the lock itself, and removed unless something enters it.
      if (isEmpty(row)) this.#changed.add(row);
      if (isFree(row)) this.#wereFree.push(row);
    }
  }

  has(name: string): boolean {
    return this.#lanes.has(name);
  }

  names(): string[] {
    return [...this.#lanes.keys()];
  }

  isEmpty(name: string): boolean {
    return isEmpty(this.#lane(name));
  }

  /** Items that wait or run. */
  open(name: string): number {
    const { waiting, running } = this.#lane(name);
    return waiting + running;
  }

  /** A new item waits in the lane. */
  join(name: string, place: number): void {
    const lane = this.#change(name);
    if (isEmpty(lane)) lane.position = place;
    lane.waiting += 1;
  }

  /** A new item runs in the lane, which is empty. */
  enter(name: string): void {
    this.#change(name).running += 1;
  }

  /** The head of the lane runs. */
  start(name: string): void {
    const lane = this.#change(name);
    lane.waiting -= 1;
    lane.running += 1;
  }

  /** Whether the next item can run instead of the only one that runs. */
  canPass(name: string): boolean {
    const { waiting, running, due_ms } = this.#lane(name);
    return waiting > 0 && running === 1 && due_ms === 0;
  }

  pass(name: string): void {
    this.#change(name).waiting -= 1;
  }

  /** The item that ran is done, and the lane joins at `position`. Gives whether another one waits and the lane is free for it. */
  leave(name: string, position: number): boolean {
    const lane = this.#change(name);
    lane.running -= 1;
    lane.position = position;
    return lane.waiting > 0 && lane.running === 0;
  }

  /** The item that ran waits again, and the lane with it. */
  hold(name: string, untilMs: number, nowMs: number): void {
    const lane = this.#change(name);
    lane.running -= 1;
    lane.waiting += 1;
    this.delay(name, untilMs, nowMs);
  }

  /** The head of the lane has to wait. */
  delay(name: string, untilMs: number, nowMs: number): void {
    const lane = this.#change(name);
    lane.due_ms = Math.max(0, Math.ceil(untilMs));
    lane.held_at_ms = nowMs;
  }

  /** An item that ran waits again, and nothing holds the lane back for it. */
  putBack(name: string): void {
    const lane = this.#change(name);
    lane.running -= 1;
    lane.waiting += 1;
  }

  /** Items that wait in the lane or run in it are gone. */
  withdraw(name: string, items: { waiting: number; running: number }): void {
    const lane = this.#change(name);
    lane.waiting -= items.waiting;
    lane.running -= items.running;
  }

  /** So many items wait and run in the lane, whatever its counters said. */
  recount(name: string, items: { waiting: number; running: number }, position: number): void {
    const lane = this.#change(name);
    if (isEmpty(lane)) lane.position = position;
    lane.waiting = items.waiting;
    lane.running = items.running;
  }

  /** Items of one lane stand in another one from now on. */
  shift(from: string, to: string, items: { waiting: number; running: number }): void {
    if (from === to || items.waiting + items.running === 0) return;
    const old = this.#change(from);
    const target = this.#change(to);
    if (isEmpty(target)) target.position = old.position;
    target.waiting += items.waiting;
    target.running += items.running;
    target.due_ms = Math.max(target.due_ms, old.due_ms);
    target.held_at_ms = Math.max(target.held_at_ms, old.held_at_ms);
    this.withdraw(from, items);
  }

  /** Whether something can be claimed out of a lane that was changed. */
  hasWork(): boolean {
    return [...this.#changed].some(isFree);
  }

  /** Whether something can be claimed that somebody may have passed over just now, because of our lock. */
  hasPassedOver(): boolean {
    return this.#wereFree.some(isFree);
  }

  /** What has to be written for all that. */
  writes(): Query[] {
    const kept: LaneRow[] = [];
    const empty: string[] = [];
    for (const lane of this.#changed) {
      if (isEmpty(lane)) empty.push(lane.name);
      else kept.push(lane);
    }
    const { write, remove } = STATEMENTS[this.#kind];
    return [
      ...(kept.length > 0 ? [bindRows(write, kept.map(writtenRow))] : []),
      ...(empty.length > 0 ? [bind(remove, empty)] : []),
    ];
  }

  #lane(name: string): LaneRow {
    const lane = this.#lanes.get(name);
    if (!lane) throw new Error(`lane '${name}' was changed without its lock`);
    return lane;
  }

  #change(name: string): LaneRow {
    const lane = this.#lane(name);
    this.#changed.add(lane);
    return lane;
  }
}

/** Something waits, nothing runs and nothing holds it back. */
function isFree({ waiting, running, due_ms }: LaneRow): boolean {
  return waiting > 0 && running === 0 && due_ms === 0;
}

function isEmpty({ waiting, running }: LaneRow): boolean {
  return waiting === 0 && running === 0;
}

function writtenRow({ channel: _, ...row }: LaneRow) {
  return row;
}
