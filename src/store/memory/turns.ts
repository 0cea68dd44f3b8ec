import { BridgeError } from '../../protocol/errors.ts';
import type { Acceptance, Push, TurnFinish, TurnRecord, TurnWork } from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import { turnNotRunning } from '../faults.ts';
import { DONE_TURN_KEPT_MS, FINISHED_KEPT_MS } from '../limits.ts';
import { Lanes } from './lanes.ts';

interface Row {
  seq: number;
  turnId: string;
  channel: string;
  /** Absent for a push. */
  dedupeKey?: string;
  /** The conversation. */
  lane: string;
  messageId?: string | undefined;
  state: TurnRecord['state'];
  attempt: number;
  receivedAtMs: number;
  finishedAtMs?: number;
  reason?: string | undefined;
  response?: UiResponse | undefined;
  /** Scrubbed when it is done. */
  raw?: string;
}

/** What came in, in lanes. */
export class Turns {
  readonly lanes = new Lanes<Row>();
  /** By turn id, in order of insertion. */
  readonly #rows = new Map<string, Row>();
  #lastSeq = 0;

  firstOfKey(channel: string, dedupeKey: string): string | undefined {
    return [...this.#rows.values()].find((row) => row.channel === channel && row.dedupeKey === dedupeKey)?.turnId;
  }

  /** Throws when it is kept already; to be called before anything is written. */
  checkNew(turnId: string): void {
    if (this.#rows.has(turnId)) throw new BridgeError('internal', 'The store refused a turn: its id is kept already.');
  }

  /** Gives the turn as claimed when it is to be taken and its lane is empty. */
  accept(acceptance: Acceptance, conversation: string, response: UiResponse | undefined): TurnWork | undefined {
    const { turnId, channel, dedupeKey, messageId, raw, receivedAtMs } = acceptance;
    const row: Row = {
      ...{ turnId, channel, dedupeKey, messageId, raw, receivedAtMs, response },
      ...{ seq: this.#nextSeq(), lane: conversation, state: 'waiting', attempt: 0 },
    };
    this.#rows.set(turnId, row);
    if (acceptance.take?.turns && this.lanes.enter(row)) return begin(row);
    this.lanes.join(row);
    return undefined;
  }

  push(push: Push, nowMs: number): void {
    const { turnId, channel, conversation, receivedAtMs } = push;
    this.#rows.set(turnId, {
      ...{ turnId, channel, receivedAtMs, seq: this.#nextSeq(), lane: conversation },
      ...{ state: 'done', attempt: 0, finishedAtMs: nowMs },
    });
  }

  replaceWaiting(message: { channel: string; conversation: string; messageId: string; raw: string }): boolean {
    const waiting = [...this.#rows.values()].filter(
      (row) =>
        row.state === 'waiting' &&
        row.response === undefined &&
        row.channel === message.channel &&
        row.lane === message.conversation &&
        row.messageId === message.messageId,
    );
    for (const row of waiting) row.raw = message.raw;
    return waiting.length > 0;
  }

  claim(limit: number, nowMs: number): TurnWork[] {
    return this.lanes.take(limit, nowMs).map(begin);
  }

  /** Throws when the turn is not running; to be called before anything is written. */
  running(turnId: string): Row {
    const row = this.#rows.get(turnId);
    if (row?.state !== 'running') throw turnNotRunning(turnId);
    return row;
  }

  /** Gives whether another one waits and the lane is free for it. */
  finish(finish: TurnFinish, nowMs: number): boolean {
    const row = this.running(finish.turnId);
    row.state = finish.state;
    row.reason = finish.reason;
    row.finishedAtMs = nowMs;
    if (finish.state === 'done') delete row.raw;
    return this.lanes.leave(row);
  }

  release({ turnId, atMs, isUntried }: { turnId: string; atMs: number; isUntried: boolean }): void {
    const row = this.running(turnId);
    if (isUntried) row.attempt -= 1;
    row.state = 'waiting';
    this.lanes.hold(row, atMs);
  }

  recordOf(turnId: string): Omit<TurnRecord, 'deliveries'> | undefined {
    const row = this.#rows.get(turnId);
    return row && { turnId, state: row.state, ...(row.reason !== undefined && { reason: row.reason }) };
  }

  rename(from: string, to: string): void {
    const open = [...this.#rows.values()].filter((row) => row.finishedAtMs === undefined && row.lane === from);
    this.lanes.shift(open, from, to);
  }

  count(state: TurnRecord['state']): number {
    return [...this.#rows.values()].filter((row) => row.state === state).length;
  }

  sweep(nowMs: number): number {
    const before = this.#rows.size;
    for (const { turnId, state, finishedAtMs } of this.#rows.values()) {
      const keptMs = state === 'done' ? DONE_TURN_KEPT_MS : FINISHED_KEPT_MS;
      if (finishedAtMs !== undefined && finishedAtMs <= nowMs - keptMs) this.#rows.delete(turnId);
    }
    return before - this.#rows.size;
  }

  #nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }
}

function begin(row: Row): TurnWork {
  row.state = 'running';
  row.attempt += 1;
  const { turnId, attempt, channel, lane: conversation, raw = '', receivedAtMs, response } = row;
  return { turnId, attempt, channel, conversation, raw, receivedAtMs, ...(response && { response }) };
}
