import { replyEvents } from '../../pipeline/following/turn-ending.ts';
import type { TurnWatch } from '../../pipeline/following/watch.ts';
import { BridgeError, type ErrorCode } from '../../protocol/errors.ts';
import type { Store, TurnRecord } from '../../protocol/store.ts';
import { isEnd, type LoggedEvent, type LogPage, type LogPosition } from '../../protocol/turn-log.ts';
import { followsOn, snapshotOf, type TurnStep } from '../../protocol/turn-step.ts';
import { erasedMeanwhile, type FinishedDeps, finishedTurn, type Reply, shuttingDown } from '../routes/finished-turn.ts';

/** Another instance tells when it has said something; that may get lost. Each look costs the store a few statements. */
const LOOK_AGAIN_MS = 1_000;
const FIRST_LOOK_MS = 50;
/** The run of an answer that is told as it was kept, since the log of what was said is not there. */
const KEPT_RUN = 0;
/** What keeps a turn from being told and is no end of its own. */
const ASIDE: ReadonlySet<ErrorCode> = new Set(['shutting_down', 'claim_lost']);

export interface Following {
  turnId: string;
  /** What the reader has already. */
  after: LogPosition | undefined;
  watch: TurnWatch;
  /** Whether the reader went away. */
  isGone: () => boolean;
  locale: string | undefined;
}

export interface FollowDeps {
  pipeline: FinishedDeps['pipeline'];
  store: Pick<Store, 'turn' | 'turnLog'>;
}

/**
 * What a turn says, from a place on to its end: from memory while it runs in this process, else from the store, in which
 * another instance may be writing. Each step is taken only when the one before it was read, so a slow reader costs no
 * more than a quick one. Gives nothing when the reader has all of it.
 */
export async function* followTurn(
  { turnId, after, watch, isGone, locale }: Following,
  { pipeline, store }: FollowDeps,
): AsyncGenerator<TurnStep> {
  let at = after;

  /** The step that these events are, unless the reader has to begin anew. */
  async function stepOf(page: LogPage, whole: () => Promise<LogPage | undefined>): Promise<TurnStep | undefined> {
    if (page.events.length === 0) return undefined;
    const isNext = followsOn(page.events, page.run, at);
    const { run, events } = isNext ? page : ((await whole()) ?? page);
    at = { run, seq: (events.at(-1) as LoggedEvent).seq };
    return { run, events: isNext ? events : snapshotOf(events) };
  }

  let waitMs = FIRST_LOOK_MS;
  while (!isGone()) {
    const feed = watch.feed();
    if (feed) {
      // Nobody has read more of a run than was said in it: who is ahead of it read another life of the turn.
      const seq = at?.run === feed.run && at.seq <= feed.lastSeq ? at.seq : 0;
      const page = { run: feed.run, events: feed.behind(seq) };
      const step = await stepOf(page, async () => ({ run: feed.run, events: feed.behind(0) }));
      if (step) yield step;
      if (step ? isLast(step) : feed.isOver) return;
      if (!step) await watch.news();
      continue;
    }
    if (pipeline.isRunning(turnId)) {
      await watch.news(LOOK_AGAIN_MS);
      continue;
    }
    // What runs may end within the time that a stop has; what waits will not be begun.
    if (pipeline.isStopping()) return yield aside(shuttingDown());
    const looked = await look(turnId, at, store);
    if (looked !== undefined) {
      const { record, page } = looked;
      if (!record) return yield aside(erasedMeanwhile(turnId));
      const step = page && (await stepOf(page, () => store.turnLog.read(turnId)));
      if (step) {
        yield step;
        if (isLast(step)) return;
        waitMs = FIRST_LOOK_MS;
        continue;
      }
      if (hasEnded(record)) {
        if (isAhead(record)) throw notYet();
        if (page && at) {
          if (await isAtEnd(turnId, at, store)) return;
          // Nobody has read more of a run than was said in it to its end: who says so is told all of it anew.
          const all = await store.turnLog.read(turnId);
          const last = all?.events.at(-1);
          if (all && last && isEnd(last) && all.run === at.run && last.seq < at.seq) {
            return yield { run: all.run, events: snapshotOf(all.events) };
          }
        }
        const reply = await finishedTurn(turnId, { pipeline, store, isOver: isGone, locale, firstLookMs: 0 });
        if (isGone()) return;
        const kept = keptStep(reply, at);
        if (kept) yield kept;
        return;
      }
    }
    if (watch.feed()) continue;
    await watch.news(waitMs);
    waitMs = Math.min(LOOK_AGAIN_MS, waitMs * 1.5);
  }
}

/** The turn, and what it said that the reader has not; in this order, so that what has ended has all of its log. */
async function look(turnId: string, at: LogPosition | undefined, store: FollowDeps['store']) {
  try {
    const record = await store.turn(turnId);
    // Nobody adds to the log of a turn that waits.
    const page = record && record.state !== 'waiting' ? await store.turnLog.read(turnId, at) : undefined;
    return { record, page };
  } catch {
    // A store that cannot be read now does not undo the turn: it is looked for again.
    return undefined;
  }
}

function hasEnded({ state, joinedTo }: TurnRecord): boolean {
  return joinedTo !== undefined || state === 'done' || state === 'dead';
}

/** Whether its time to go out has not come. */
function isAhead({ deliveries }: TurnRecord): boolean {
  return deliveries.some(({ kind, state }) => kind === 'send' && state === 'scheduled');
}

function notYet(): BridgeError {
  return new BridgeError(
    'not_found',
    'The time of this turn has not come: there is nothing to read yet. Ask again later.',
  );
}

/** Whether the reader has the log to its very end. */
async function isAtEnd(turnId: string, at: LogPosition, store: FollowDeps['store']): Promise<boolean> {
  if (at.seq < 1) return false;
  const page = await store.turnLog.read(turnId, { run: at.run, seq: at.seq - 1 });
  const last = page?.events.at(-1);
  return page?.run === at.run && last !== undefined && last.seq === at.seq && isEnd(last);
}

/** The answer as it was kept. Who has some of another telling of it begins anew. */
function keptStep(reply: Reply | BridgeError, at: LogPosition | undefined): TurnStep | undefined {
  const hasFailed = reply instanceof BridgeError;
  if (hasFailed && ASIDE.has(reply.code)) return aside(reply);
  const said = hasFailed ? [errorEvent(reply)] : replyEvents(reply, '');
  const all = said.map((event, index) => ({ ...event, seq: index + 1 }));
  const events = at?.run === KEPT_RUN ? all.filter(({ seq }) => seq > at.seq) : all;
  if (events.length === 0) return undefined;
  const isAnew = at !== undefined && at.run !== KEPT_RUN && !hasFailed;
  return { run: KEPT_RUN, events: isAnew ? snapshotOf(events) : events };
}

/** Without a place: an error that is none of the turn's own has none, so that who comes back goes on where it was. */
function errorEvent({ code, message }: BridgeError): { type: 'error'; code: ErrorCode; message: string } {
  return { type: 'error', code, message };
}

/** A step that leaves the reader at its place. */
function aside(error: BridgeError): TurnStep {
  return { run: KEPT_RUN, events: [errorEvent(error)] };
}

function isLast({ events }: TurnStep): boolean {
  return events.some((event) => event.type !== 'reset' && isEnd(event));
}
