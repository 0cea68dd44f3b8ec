import { CLOCK_SLACK_MS } from '../limits.ts';

/** Something that stands in a lane. `seq` is its place in the order of insertion. */
export interface LaneItem {
  seq: number;
  lane: string;
}

interface Lane<Item> {
  waiting: Item[];
  running: number;
  /** 0 when nothing holds it back. */
  dueMs: number;
  heldAtMs: number;
  /** Free lanes get their turn in this order. */
  position: number;
}

/** Lanes of items: one runs at a time, the oldest first. Free lanes take turns. */
export class Lanes<Item extends LaneItem> {
  readonly #lanes = new Map<string, Lane<Item>>();
  readonly #lastSeq: () => number;

  /** `lastSeq` is the place of the newest item of any lane. */
  constructor(lastSeq: () => number) {
    this.#lastSeq = lastSeq;
  }

  join(item: Item): void {
    const lane = this.#lane(item.lane, item.seq);
    lane.waiting.push(item);
    // Seldom: what comes back keeps its old place.
    if ((lane.waiting.at(-2)?.seq ?? 0) > item.seq) inOrder(lane.waiting);
  }

  /** The item runs at once if its lane is empty. Gives whether it does. */
  enter(item: Item): boolean {
    if (this.#lanes.has(item.lane)) return false;
    this.#lane(item.lane, 0).running = 1;
    return true;
  }

  isEmpty(name: string): boolean {
    return !this.#lanes.has(name);
  }

  /** Items that wait or run. */
  open(name: string): number {
    const lane = this.#lanes.get(name);
    return lane ? lane.waiting.length + lane.running : 0;
  }

  /** Lanes whose hold is over are free again; at most `limit` of them. Holds from before the clock was set back are over. */
  endHolds(nowMs: number, limit: number): void {
    for (const lane of this.#lanes.values()) {
      if (lane.dueMs > 0 && lane.heldAtMs > nowMs + CLOCK_SLACK_MS) this.#free(lane);
    }
    const due = [...this.#lanes.values()].filter((lane) => isFree(lane) && lane.dueMs > 0 && lane.dueMs <= nowMs);
    for (const lane of due.sort((a, b) => a.dueMs - b.dueMs).slice(0, limit)) this.#free(lane);
  }

  /** The heads of all lanes in which one can run now, in the order of their turns. */
  heads(): Item[] {
    return [...this.#lanes]
      .filter(([, lane]) => isFree(lane) && lane.dueMs === 0)
      .sort(([nameA, a], [nameB, b]) => a.position - b.position || (nameA < nameB ? -1 : 1))
      .flatMap(([, lane]) => lane.waiting.slice(0, 1));
  }

  /** The head of its lane runs. */
  start(head: Item): void {
    const lane = this.#lane(head.lane, 0);
    lane.waiting.shift();
    lane.running += 1;
  }

  /** The head of its lane has to wait. */
  delay(head: Item, untilMs: number, nowMs: number): void {
    const lane = this.#lane(head.lane, 0);
    lane.dueMs = untilMs;
    lane.heldAtMs = nowMs;
  }

  /** Unix milliseconds; when the first hold ends. */
  nextDueMs(): number | undefined {
    const due = [...this.#lanes.values()].filter((lane) => isFree(lane) && lane.dueMs > 0).map(({ dueMs }) => dueMs);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** The item that can run instead of the only one that runs. */
  following({ lane: name }: Item): Item | undefined {
    const lane = this.#lane(name, 0);
    return lane.running === 1 && lane.dueMs === 0 ? lane.waiting[0] : undefined;
  }

  /** The next item runs instead of the only one that ran. */
  pass({ lane: name }: Item): void {
    this.#lane(name, 0).waiting.shift();
  }

  /** Gives whether another one waits and the lane is free for it. */
  leave({ lane: name }: Item): boolean {
    const lane = this.#lane(name, 0);
    lane.running -= 1;
    lane.position = this.#lastSeq() + 1;
    this.#removeEmpty(name);
    return lane.waiting.length > 0 && lane.running === 0;
  }

  /** The item that ran waits again, and the lane with it. */
  hold(item: Item, untilMs: number, nowMs: number): void {
    const lane = this.#lane(item.lane, 0);
    lane.running -= 1;
    lane.waiting = inOrder([...lane.waiting, item]);
    lane.dueMs = Math.max(0, untilMs);
    lane.heldAtMs = nowMs;
  }

  /** Items that wait in the lane or run in it are gone. */
  withdraw(items: readonly Item[], name: string): void {
    const lane = this.#lanes.get(name);
    if (!lane || items.length === 0) return;
    const waiting = lane.waiting.filter((item) => !items.includes(item));
    lane.running -= items.length - (lane.waiting.length - waiting.length);
    lane.waiting = waiting;
    this.#removeEmpty(name);
  }

  /** Moves items of one lane that wait or run into another. */
  shift(items: readonly Item[], from: string, to: string): void {
    if (from === to || items.length === 0) return;
    const old = this.#lane(from, 0);
    const target = this.#lane(to, old.position);
    const waiting = items.filter((item) => old.waiting.includes(item));
    target.waiting = inOrder([...target.waiting, ...waiting]);
    target.running += items.length - waiting.length;
    target.dueMs = Math.max(target.dueMs, old.dueMs);
    target.heldAtMs = Math.max(target.heldAtMs, old.heldAtMs);
    this.withdraw(items, from);
    for (const item of items) item.lane = to;
  }

  waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0);
  }

  #free(lane: Lane<Item>): void {
    lane.dueMs = 0;
    lane.position = this.#lastSeq() + 1;
  }

  #removeEmpty(name: string): void {
    if (this.open(name) === 0) this.#lanes.delete(name);
  }

  #lane(name: string, position: number): Lane<Item> {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { waiting: [], running: 0, dueMs: 0, heldAtMs: 0, position };
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}

function isFree(lane: Lane<unknown>): boolean {
  return lane.waiting.length > 0 && lane.running === 0;
}

function inOrder<Item extends LaneItem>(items: Item[]): Item[] {
  return items.sort((a, b) => a.seq - b.seq);
}
