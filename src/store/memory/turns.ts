import type { DeadItem } from '../../protocol/dead-item.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { type Retention, sweptBy } from '../../protocol/retention.ts';
import type {
  Acceptance,
  Asker,
  JoinedTurn,
  Push,
  Stopped,
  TurnFinish,
  TurnRecord,
  TurnWork,
} from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import type { LogEntry } from '../../protocol/turn-log.ts';
import { turnClaimLost } from '../faults.ts';
import { joinedReason, joinedTurnIn, LATEST_TURNS, STOP_ASKED, STOPPED } from '../turn-reasons.ts';
import { Lanes } from './lanes.ts';
import { RenderReports } from './render-status.ts';
import { LoggedTurns } from './turn-log.ts';

export interface TurnRow {
  seq: number;
  turnId: string;
  channel: string;
  /** Absent for a push. */
  dedupeKey?: string;
  /** The conversation. */
  lane: string;
  messageId?: string | undefined;
  personId?: string | undefined;
  state: TurnRecord['state'];
  attempt: number;
  epoch: number;
  generation: number;
  receivedAtMs: number;
  finishedAtMs?: number | undefined;
  reason?: string | undefined;
  response?: UiResponse | undefined;
  /** The running turn that it joined. */
  joinedTo?: TurnRow | undefined;
  /** Scrubbed when it is done. */
  raw?: string | undefined;
}

/** What came in, in lanes. */
export class Turns {
  readonly lanes = new Lanes<TurnRow>(() => this.#lastSeq);
  /** By turn id, in order of insertion. */
  readonly rows = new Map<string, TurnRow>();
  readonly logs = new LoggedTurns<TurnRow>();
  readonly reports = new RenderReports<TurnRow>();
  /** The first turn of each dedupe key. */
  readonly #ofKey = new Map<string, TurnRow>();
  /** Those that joined another one, and some that have ended since. */
  readonly #joined = new Set<TurnRow>();
  #lastSeq = 0;

  firstOfKey(channel: string, dedupeKey: string): string | undefined {
    return this.#ofKey.get(keyOf(channel, dedupeKey))?.turnId;
  }

  rawOfKey(channel: string, dedupeKey: string): string | undefined {
    return this.#ofKey.get(keyOf(channel, dedupeKey))?.raw;
  }

  /** Throws when it is kept already; to be called before anything is written. */
  checkNew(turnId: string): void {
    if (this.rows.has(turnId)) throw new BridgeError('internal', 'The store refused a turn: its id is kept already.');
  }

  /** Gives the turn as claimed when it is to be taken and its lane is empty. */
  accept(
    acceptance: Acceptance,
    kept: { conversation: string; response: UiResponse | undefined; generation: number; nowMs: number },
  ): TurnWork | undefined {
    const { turnId, channel, dedupeKey, messageId, personId, raw, receivedAtMs, ending } = acceptance;
    const row: TurnRow = {
      ...{ turnId, channel, dedupeKey, messageId, personId, raw, receivedAtMs },
      ...{ response: kept.response, generation: kept.generation },
      ...{ seq: this.#nextSeq(), lane: kept.conversation, state: 'waiting', attempt: 0, epoch: 0 },
    };
    this.rows.set(turnId, row);
    this.#ofKey.set(keyOf(channel, dedupeKey), row);
    if (ending) {
      end(row, ending, kept.nowMs);
      return undefined;
    }
    if (acceptance.take?.turns && this.lanes.enter(row)) return begin(row);
    this.lanes.join(row);
    return undefined;
  }

  push(push: Push, { conversation, generation, nowMs }: { conversation: string; generation: number; nowMs: number }) {
    const { turnId, channel, receivedAtMs, log } = push;
    const row: TurnRow = {
      ...{ turnId, channel, receivedAtMs, seq: this.#nextSeq(), lane: conversation, generation },
      ...{ state: 'done', attempt: 0, epoch: 0, finishedAtMs: nowMs },
    };
    this.rows.set(turnId, row);
    if (log) this.logs.add(row, log);
  }

  appendLog(entry: LogEntry & { turnId: string; epoch: number }): void {
    const row = this.rows.get(entry.turnId);
    if (row?.epoch !== entry.epoch) throw turnClaimLost(entry.turnId);
    this.logs.add(row, entry);
  }

  replaceWaiting(message: { channel: string; conversation: string; messageId: string; raw: string }): boolean {
    const waiting = this.#waitingIn(message.conversation).filter(
      (row) => row.response === undefined && row.channel === message.channel && row.messageId === message.messageId,
    );
    for (const row of waiting) row.raw = message.raw;
    return waiting.length > 0;
  }

  claim(limit: number, nowMs: number): TurnWork[] {
    this.lanes.endHolds(nowMs, limit);
    return this.lanes
      .heads()
      .slice(0, Math.max(0, limit))
      .map((row) => {
        this.lanes.start(row);
        return begin(row);
      });
  }

  /** Throws `claim_lost` when the caller does not hold it; to be called before anything is written. */
  held({ turnId, epoch }: { turnId: string; epoch: number }): TurnRow {
    const row = this.rows.get(turnId);
    if (row?.state !== 'running' || row.joinedTo || row.epoch !== epoch) throw turnClaimLost(turnId);
    return row;
  }

  /** Gives whether another one waits and the lane is free for it. */
  finish(finish: TurnFinish, nowMs: number): boolean {
    const row = this.held(finish);
    if (finish.log) this.logs.add(row, finish.log);
    const joined = finish.state === 'done' ? { state: finish.state, reason: joinedReason(row.turnId) } : finish;
    for (const other of this.#joinedTo(row)) end(other, joined, nowMs);
    end(row, finish, nowMs);
    return this.lanes.leave(row);
  }

  release(release: { turnId: string; epoch: number; atMs: number; isUntried: boolean }, nowMs: number): void {
    const row = this.held(release);
    if (row.reason === STOP_ASKED) {
      this.finish({ ...release, state: 'done', reason: STOPPED, deliveries: [], questions: [] }, nowMs);
      return;
    }
    if (release.isUntried) row.attempt -= 1;
    row.state = 'waiting';
    this.lanes.hold(row, release.atMs, nowMs);
  }

  joinWaiting(claim: { turnId: string; epoch: number }): JoinedTurn[] {
    const head = this.held(claim);
    const behind = this.#waitingIn(head.lane).filter((row) => row.seq > head.seq);
    const other = behind.findIndex((row) => row.response !== undefined || row.personId !== head.personId);
    const joining = other < 0 ? behind : behind.slice(0, other);
    this.lanes.withdraw(joining, head.lane);
    for (const row of joining) {
      row.state = 'running';
      row.joinedTo = head;
      this.#joined.add(row);
    }
    return this.#joinedTo(head).map(({ turnId, raw = '' }) => ({ turnId, raw }));
  }

  /** Ends what waits, of `by` alone if given. Gives what runs and is to be told, oldest first, and the rest of `Stopped`. */
  stop(
    conversation: string,
    nowMs: number,
    by: Asker | undefined,
  ): Omit<Stopped, 'running'> & { running: readonly string[] } {
    const isTheirs = (row: TurnRow) => !by || row.personId === undefined || row.personId === by.personId;
    const theirs = this.#openIn(conversation).filter(isTheirs);
    const raws = theirs.flatMap(({ raw }) => raw ?? []);
    const open = theirs.filter((row) => !row.joinedTo);
    const waiting = open.filter((row) => row.state === 'waiting');
    this.lanes.withdraw(waiting, conversation);
    for (const row of waiting) {
      for (const each of [row, ...this.#joinedTo(row)]) end(each, { state: 'done', reason: STOPPED }, nowMs);
    }
    const running = open.filter((row) => row.state === 'running');
    for (const row of running) row.reason = STOP_ASKED;
    return { running: running.map(({ turnId }) => turnId), waitingEnded: waiting.length, raws };
  }

  /** Whether nobody else is being answered there, or spoke to the agent last. */
  mayReset(conversation: string, by: Asker): boolean {
    const isAnothers = ({ personId }: TurnRow) => personId !== undefined && personId !== by.personId;
    const open = this.#openIn(conversation);
    if (open.length > 0) return !open.some(isAnothers);
    const begun = [...this.rows.values()].filter(
      (row) => row.lane === conversation && row.attempt > 0 && row.seq > this.#lastSeq - LATEST_TURNS,
    );
    const last = begun.sort((a, b) => b.seq - a.seq)[0];
    return !last || !isAnothers(last);
  }

  recordOf(turnId: string): Omit<TurnRecord, 'deliveries'> | undefined {
    const row = this.rows.get(turnId);
    if (!row) return undefined;
    const joinedTo = joinedTurnIn(row.reason);
    if (joinedTo !== undefined) return { turnId, state: row.state, joinedTo };
    return { turnId, state: row.state, ...(row.reason !== undefined && { reason: row.reason }) };
  }

  rename(from: string, to: string): void {
    const open = this.#openIn(from);
    const inLane = open.filter((row) => !row.joinedTo);
    this.lanes.shift(inLane, from, to);
    for (const row of open) row.lane = to;
  }

  dead(): (DeadItem & { seq: number })[] {
    return [...this.rows.values()]
      .filter((row) => row.state === 'dead')
      .map(({ seq, turnId, channel, lane: conversation, attempt, reason = '', finishedAtMs: diedAtMs = 0 }) => ({
        ...{ seq, kind: 'turn', id: turnId, turnId, channel, conversation, attempt, reason, diedAtMs },
      }));
  }

  retry(turnId: string, conversationOf: (name: string) => string): boolean {
    const row = this.rows.get(turnId);
    if (row?.state !== 'dead') return false;
    Object.assign(row, { state: 'waiting', attempt: 0, reason: undefined, finishedAtMs: undefined });
    this.logs.forget(row);
    this.reports.forget(row);
    row.seq = this.#nextSeq();
    row.lane = conversationOf(row.lane);
    this.lanes.join(row);
    return true;
  }

  drop(turnId: string): boolean {
    const row = this.rows.get(turnId);
    if (row?.state !== 'dead') return false;
    this.#delete(row);
    return true;
  }

  /** Deletes these, whatever they do; what had joined one of them waits again. Gives those that ran. */
  erase(rows: readonly TurnRow[]): string[] {
    const heads = rows.filter((row) => row.finishedAtMs === undefined && !row.joinedTo);
    const running = heads.filter((row) => row.state === 'running').map(({ turnId }) => turnId);
    for (const row of rows) this.#delete(row);
    for (const head of heads) {
      for (const row of this.#joinedTo(head)) {
        row.joinedTo = undefined;
        // What is erased with it waits nowhere.
        if (this.rows.get(row.turnId) !== row) continue;
        row.state = 'waiting';
        this.lanes.join(row);
      }
      this.lanes.withdraw([head], head.lane);
    }
    return running;
  }

  oldestOpenMs(): number | undefined {
    const open = [...this.rows.values()].filter((row) => row.finishedAtMs === undefined);
    return open.length === 0 ? undefined : Math.min(...open.map((row) => row.receivedAtMs));
  }

  sweep(nowMs: number, retention: Retention): number {
    const before = this.rows.size;
    const done = sweptBy(retention, nowMs);
    for (const row of this.rows.values()) {
      const whenDone = this.logs.has(row) ? done.logged : done.plain;
      const byMs = row.state === 'done' ? whenDone : nowMs - retention.deadMs;
      if (row.finishedAtMs !== undefined && row.finishedAtMs <= byMs) this.#delete(row);
    }
    return before - this.rows.size;
  }

  #joinedTo(head: TurnRow): TurnRow[] {
    for (const row of this.#joined) if (!row.joinedTo) this.#joined.delete(row);
    return [...this.#joined].filter((row) => row.joinedTo === head).sort((a, b) => a.seq - b.seq);
  }

  #openIn(conversation: string): TurnRow[] {
    return [...this.rows.values()]
      .filter((row) => row.finishedAtMs === undefined && row.lane === conversation)
      .sort((a, b) => a.seq - b.seq);
  }

  #waitingIn(conversation: string): TurnRow[] {
    return this.#openIn(conversation).filter((row) => row.state === 'waiting');
  }

  #delete(row: TurnRow): void {
    this.rows.delete(row.turnId);
    if (row.dedupeKey !== undefined) this.#ofKey.delete(keyOf(row.channel, row.dedupeKey));
  }

  #nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }
}

function keyOf(channel: string, dedupeKey: string): string {
  return JSON.stringify([channel, dedupeKey]);
}

function begin(row: TurnRow): TurnWork {
  row.state = 'running';
  row.attempt += 1;
  row.epoch += 1;
  const { turnId, epoch, attempt, channel, lane: conversation, raw = '', receivedAtMs, generation, response } = row;
  return {
    ...{ turnId, epoch, attempt, channel, conversation, raw, receivedAtMs, generation },
    ...(response && { response }),
  };
}

function end(row: TurnRow, { state, reason }: Pick<TurnFinish, 'state' | 'reason'>, nowMs: number): void {
  row.state = state;
  row.reason = reason;
  row.finishedAtMs = nowMs;
  row.joinedTo = undefined;
  if (state === 'done') {
    row.raw = undefined;
    row.response = undefined;
  }
}
