import { coalesced, eventsBehind, isEnd, type LoggedEvent, type TurnEvent } from '../../protocol/turn-log.ts';

/** Events of one run that are held one by one; with more, neighbouring texts are made one. */
export const MAX_EVENTS = 10_000;

/**
 * What one run of a turn says, in memory and for every reader here: each keeps no more than its place in it. What is
 * said can be read the moment it is added.
 */
export class TurnFeed {
  readonly run: number;
  #events: LoggedEvent[] = [];
  #addedSinceMerge = 0;
  #lastSeq = 0;
  #text = '';
  #isOver = false;
  readonly #onAdded: () => void;

  /** `onAdded` is called when there is something new to read. */
  constructor(run: number, onAdded: () => void) {
    this.run = run;
    this.#onAdded = onAdded;
  }

  /** Whether it has its end. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The place of its latest event; 0 = it has said nothing yet. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** All text so far. */
  get text(): string {
    return this.#text;
  }

  /** The same events with the places that they would have if they were added now. */
  numbered(events: readonly TurnEvent[]): LoggedEvent[] {
    return events.map((event, index) => ({ ...event, seq: this.#lastSeq + index + 1 }));
  }

  /** Adds one event. Gives it with its place, and whether the earlier ones were merged before it. */
  add(event: TurnEvent): { added: LoggedEvent; wasMerged: boolean } {
    const wasMerged = this.#addedSinceMerge >= MAX_EVENTS;
    if (wasMerged) {
      this.#events = coalesced(this.#events);
      this.#addedSinceMerge = 0;
    }
    this.#addedSinceMerge += 1;
    this.#lastSeq += 1;
    const added = { ...event, seq: this.#lastSeq };
    this.#events.push(added);
    if (event.type === 'text') this.#text += event.delta;
    if (isEnd(event)) this.#isOver = true;
    this.#onAdded();
    return { added, wasMerged };
  }

  /** What stands behind this place. */
  behind(seq: number): readonly LoggedEvent[] {
    return eventsBehind(this.#events, seq);
  }

  /** All of it, in as few events as can be. */
  whole(): LoggedEvent[] {
    return coalesced(this.#events);
  }
}
