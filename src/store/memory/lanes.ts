/** Something that stands in a lane. `seq` is its place in the order of insertion. */
export interface LaneItem {
  seq: number;
  lane: string;
  state: string;
}

interface Lane<Item> {
  waiting: Item[];
  running: number;
  /** 0 when nothing holds it back. */
  dueMs: number;
}

/** Lanes of items: one runs at a time, the oldest first. Free lanes take turns. */
export class Lanes<Item extends LaneItem> {
  /** In the order in which they get their turn. */
  readonly #lanes = new Map<string, Lane<Item>>();

  join(item: Item): void {
    this.#lane(item.lane).waiting.push(item);
  }

  /** The item runs at once if its lane is empty. Gives whether it does. */
  enter(item: Item): boolean {
    if (this.#lanes.has(item.lane)) return false;
    this.#lane(item.lane).running = 1;
    return true;
  }

  take(limit: number, nowMs: number): Item[] {
    const taken: Item[] = [];
    for (const lane of this.#lanes.values()) {
      if (taken.length >= limit) break;
      if (lane.running > 0 || lane.dueMs > nowMs) continue;
      const head = lane.waiting.shift();
      if (!head) continue;
      lane.running = 1;
      lane.dueMs = 0;
      taken.push(head);
    }
    return taken.sort((a, b) => a.seq - b.seq);
  }

  /** The next item runs instead of the only one that ran. Nothing when none can, and the lane stays as it is. */
  pass({ lane: name }: Item): Item | undefined {
    const lane = this.#lane(name);
    return lane.running === 1 && lane.dueMs === 0 ? lane.waiting.shift() : undefined;
  }

  /** Gives whether another one waits and the lane is free for it. */
  leave(item: Item): boolean {
    const lane = this.#lane(item.lane);
    lane.running -= 1;
    this.#lanes.delete(item.lane);
    if (lane.waiting.length + lane.running > 0) this.#lanes.set(item.lane, lane);
    return lane.waiting.length > 0 && lane.running === 0;
  }

  hold(item: Item, untilMs: number): void {
    const lane = this.#lane(item.lane);
    this.leave(item);
    lane.waiting = inOrder([...lane.waiting, item]);
    lane.dueMs = untilMs;
    this.#lanes.set(item.lane, lane);
  }

  /** Moves items of one lane that wait or run into another. */
  shift(items: readonly Item[], from: string, to: string): void {
    if (from === to || items.length === 0) return;
    const old = this.#lane(from);
    const target = this.#lane(to);
    const waiting = items.filter((item) => old.waiting.includes(item));
    const running = items.length - waiting.length;
    old.waiting = old.waiting.filter((item) => !waiting.includes(item));
    old.running -= running;
    target.waiting = inOrder([...target.waiting, ...waiting]);
    target.running += running;
    target.dueMs = Math.max(target.dueMs, old.dueMs);
    if (old.waiting.length + old.running === 0) this.#lanes.delete(from);
    for (const item of items) item.lane = to;
  }

  #lane(name: string): Lane<Item> {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { waiting: [], running: 0, dueMs: 0 };
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}

function inOrder<Item extends LaneItem>(items: Item[]): Item[] {
  return items.sort((a, b) => a.seq - b.seq);
}
